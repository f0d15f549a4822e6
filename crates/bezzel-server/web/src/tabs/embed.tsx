// A player for other pages: a board with its controls, without the header.

import { useMemo } from "preact/hooks";

import { readSearched } from "../given";
import { IN_NOTEBOOK } from "../notebook";
import { AddressFaults } from "../parts";
import { AddressReader, href, useAddress, useTitle } from "../place";
import { Controls, RunBoard, Sentence } from "../player";
import { useRun } from "../run";
import { useWords } from "../words";
import { NAMES } from "../words/methods";

export function Embed({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const first = useMemo(() => {
    const address = new AddressReader(query);
    const method = address.one("method", NAMES, "bitmask");
    const { n, given } = readSearched(address, 6);
    const step = address.whole("step", 0, 9_999_999_999, 0);
    return { method, n, given, step, faults: address.finish() };
  }, []);
  const { method, n } = first;
  const run = useRun(method, n, first.step, 4, first.given);
  const place = { method, n, ...(run.board ? { board: run.board } : {}), step: run.wanted };
  useAddress(place);
  const title = words.sized(words.methods[method], n);
  useTitle(title);
  return (
    <div class="embed">
      <AddressFaults faults={first.faults} />
      <h1 class="hidden">{words.methods[method]}</h1>
      <RunBoard run={run} />
      <Controls run={run} keys />
      <Sentence run={run} />
      <p class="note">
        {title}
        {!IN_NOTEBOOK && (
          <>
            {" · "}
            <a href={href("methods", place)} target="_blank" rel="noopener">
              {words.share.open}
            </a>
          </>
        )}
      </p>
    </div>
  );
}
