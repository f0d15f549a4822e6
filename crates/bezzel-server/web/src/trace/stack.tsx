// Panel of the call stack: the innermost frame first, with the values of its locals.

import type { Run } from "../run";
import { useWords } from "../words";
import { useRenamed } from "./listing";

export function CallStack({ run }: { run: Run }) {
  const words = useWords();
  const renamed = useRenamed(run.method);
  const { step } = run.shown;
  if (!step) return <p class="note">{words.player.before}</p>;
  const frames = [...step.frames].reverse();
  return (
    <ol class="stack" aria-label={words.lesson.stack} tabIndex={0}>
      {frames.map(({ name, locals }, at) => (
        <li key={frames.length - at} class={at === 0 ? "frame innermost" : "frame"} aria-current={at === 0 ? "true" : undefined}>
          <code class="frame-name">{words.numbers.text(renamed(name))}</code>
          {locals.length > 0 && (
            <dl>
              {locals.map((local) => (
                <div key={local.name}>
                  <dt>
                    <code>{renamed(local.name)}</code>
                  </dt>
                  <dd>
                    <code>{words.numbers.text(local.value)}</code>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ol>
  );
}
