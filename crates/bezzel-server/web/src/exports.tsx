// Exports of the Board tab: pictures, and text that follows the board.

import { useState } from "preact/hooks";

import { api, type Square } from "./api";
import { ErrorMessage, useLoaded } from "./parts";
import { drawn, save } from "./share";
import { useWords } from "./words";

const TEXTS = ["positions", "fen", "leetcode"] as const;

/** Renders an SVG as PNG in the browser. */
async function png(svg: string): Promise<Blob> {
  const canvas = await drawn(svg, 2);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("cannot render the PNG")))));
}

export function Exports({ n, queens }: { n: number; queens: Square[] }) {
  const { notations } = useWords().board;
  const [error, setError] = useState<unknown>();
  const [notation, setNotation] = useState<(typeof TEXTS)[number]>();
  const name = `queens-${n}`;
  // The text follows the board.
  const text = useLoaded(async () => notation && api.export({ n, queens }, notation), `${n} ${JSON.stringify(queens)} ${notation}`);
  const act = (work: () => Promise<void>) => () => {
    setError(undefined);
    work().catch(setError);
  };
  const picture = (finish: (svg: string) => Promise<void>) => act(async () => finish(await api.export({ n, queens }, "svg")));
  return (
    <>
      <div class="row-of">
        <button type="button" onClick={picture(async (svg) => save(new Blob([svg], { type: "image/svg+xml" }), `${name}.svg`))}>
          SVG
        </button>
        <button type="button" onClick={picture(async (svg) => save(await png(svg), `${name}.png`))}>
          PNG
        </button>
        {TEXTS.map((name) => (
          <button key={name} type="button" aria-pressed={notation === name} onClick={() => setNotation(name)}>
            {notations[name]}
          </button>
        ))}
      </div>
      {notation && text.error === undefined && (
        <pre class="source" style={{ padding: ".5rem .8rem", maxHeight: "8rem" }} tabIndex={0}>
          {text.value}
        </pre>
      )}
      <ErrorMessage error={error ?? text.error} />
    </>
  );
}
