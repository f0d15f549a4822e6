// Panel of the call stack: the innermost call first, with the values of its variables.

import type { Run } from "../run";
import { useWords } from "../words";
import { useRenamed } from "./listing";

/** Characters of a value that are drawn. */
const MAX_DRAWN = 400;

interface Frame {
  title: string;
  /** Names and values of variables. */
  values: [string, string][];
}

/** `changed`: the variables of the innermost call that are lit. */
export function Frames({ frames, changed }: { frames: Frame[]; changed?: ReadonlySet<string> | undefined }) {
  return (
    <ol class="stack" aria-label={useWords().lesson.stack} tabIndex={0}>
      {frames.map(({ title, values }, at) => (
        <li key={frames.length - at} class={at === 0 ? "frame innermost" : "frame"} aria-current={at === 0 ? "true" : undefined}>
          <code class="frame-name">{title}</code>
          {values.length > 0 && (
            <dl>
              {values.map(([name, value]) => (
                <div key={name} class={at === 0 && changed?.has(name) ? "changed" : undefined}>
                  <dt>
                    <code>{name}</code>
                  </dt>
                  <dd>
                    <code>{value.length > MAX_DRAWN ? `${value.slice(0, MAX_DRAWN)}…` : value}</code>
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

export function CallStack({ run }: { run: Run }) {
  const { player, numbers } = useWords();
  const renamed = useRenamed(run.method);
  const { step } = run.shown;
  if (!step) return <p class="note">{player.before}</p>;
  const frames = step.frames.map(({ name, locals }) => ({
    title: numbers.text(renamed(name)),
    values: locals.map(({ name, value }): [string, string] => [renamed(name), numbers.text(value)]),
  }));
  return <Frames frames={frames.reverse()} />;
}
