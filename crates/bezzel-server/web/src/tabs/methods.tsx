// Methods tab: a method, step by step, on a board of any size; and the same as a player for other pages.

import { useEffect, useState } from "preact/hooks";

import { LIMITS, type MethodName } from "../api";
import { boardPlace, type Given, readBoard } from "../given";
import { BoardLegend } from "../legend";
import { METHODS } from "../methods";
import { IN_NOTEBOOK } from "../notebook";
import { Button, NumberField, SelectField, useOpened } from "../parts";
import { type AddressReader, href, useAddress, useTab, useTitle } from "../place";
import { Controls, RunBoard, RunStage, Sentence } from "../player";
import { Presentation, presentQuery, RunActions, readPresent, usePresenting } from "../presentation";
import { useRun } from "../run";
import { RunPanels } from "../runpanels";
import { Share } from "../share";
import { Debugger } from "../trace/debugger";
import { useWords } from "../words";
import { NAMES } from "../words/methods";

/** Methods that search a given board. */
const ACCEPTING: MethodName[] = METHODS.filter((method) => method.accepts_constraints).map(({ name }) => name);

/** State in the address: method, n, board and step. A step past the end of the run goes to its end. */
function readAddress(address: AddressReader, usual: number) {
  const { n, given } = readBoard(address, LIMITS.steps, usual);
  const name = address.one("method", given ? ACCEPTING : NAMES, "bitmask");
  const step = address.whole("step", 0, 9_999_999_999, 0);
  return { name, n, given, step, present: readPresent(address) };
}

export function Methods({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const [first, faults] = useOpened(query, (address) => readAddress(address, 8));
  const [name, setName] = useState(first.name);
  const [n, setSize] = useState(first.n);
  const [given, setGiven] = useState(first.given);
  const run = useRun(name, n, first.step, undefined, given);
  const { shown } = useTab();
  useEffect(() => {
    if (!shown) run.play(false);
  }, [shown]);
  const presenting = usePresenting(first.present);
  const place = { method: name, ...boardPlace(n, given), step: run.wanted };
  useAddress({ ...place, ...presentQuery(presenting) });
  const title = words.sized(words.methods[name], n);
  useTitle(`${title} · ${words.tabs.methods}`);
  const names = given ? ACCEPTING : NAMES;
  if (presenting.open) return <Presentation run={run} title={title} presenting={presenting} />;
  return (
    <div class="methods">
      {faults}
      <div class="stage">
        <div class="choices">
          <SelectField
            label={words.method}
            value={name}
            options={names}
            name={(one) => words.methods[one]}
            onValue={(name) => {
              setName(name);
              setSize(Math.min(n, LIMITS.steps));
            }}
          />
          <NumberField label={words.queens} value={n} least={given ? n : 1} most={given ? n : LIMITS.steps} onValue={setSize} />
        </div>
        {given && <GivenBoard n={n} given={given} names={names} leave={() => setGiven(undefined)} />}
        <p class="idea">
          {words.ideas[name]} · {words.labelled(words.table.time, words.times[name])}
        </p>
        <RunStage run={run} />
        <BoardLegend />
        <Debugger run={run} />
        <p class="note keys">{words.player.keys}</p>
        <RunActions place={href("methods", place)} presenting={presenting} />
        <Share run={run} />
      </div>
      <RunPanels run={run} />
    </div>
  );
}

/** Describes the given board, and leads back to it or to the empty board. */
function GivenBoard({ n, given, names, leave }: { n: number; given: Given; names: MethodName[]; leave: () => void }) {
  const words = useWords();
  const says = words.given;
  const { queens, blocked } = given;
  return (
    <div class="given">
      <p class="note">
        {says.board(queens.length, blocked.length)} {says.methods(names.map((name) => words.methods[name]).join(words.comma))}
      </p>
      <div class="row-of">
        <a class="button" href={href("board", boardPlace(n, given))}>
          {says.change}
        </a>
        <Button onClick={leave} text={says.leave} />
      </div>
    </div>
  );
}

/** A player for other pages: a board with its controls, without the header. */
export function Embed({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const [first, faults] = useOpened(query, (address) => readAddress(address, 6));
  const { name: method, n } = first;
  const run = useRun(method, n, first.step, 4, first.given);
  const place = { method, ...boardPlace(n, first.given), step: run.wanted };
  useAddress(place);
  const title = words.sized(words.methods[method], n);
  useTitle(title);
  return (
    <div class="embed">
      {faults}
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
