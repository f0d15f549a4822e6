// Methods tab: board, data structures, decision tree, counters and source of each step.

import { useEffect, useMemo, useState } from "preact/hooks";

import type { MethodName } from "../api";
import { DataPanel } from "../data/panel";
import { boardPlace, fromCompact, type Given, textOf } from "../given";
import { MAX_STEPS_N } from "../host";
import { BoardLegend } from "../legend";
import { METHODS } from "../methods";
import { AddressFaults, NumberField, Panel, SelectField } from "../parts";
import { AddressReader, href, useAddress, useRemembered, useTab, useTitle } from "../place";
import { RunStage } from "../player";
import { Presentation, presentQuery, RunActions, readPresent, stepPlace, usePresenting } from "../presentation";
import { type Run, useRun } from "../run";
import { Share } from "../share";
import { Debugger } from "../trace/debugger";
import { Program } from "../trace/listing";
import { CallStack } from "../trace/stack";
import { WholeTree } from "../trace/wholetree";
import { TreeView } from "../treeview";
import { grouped, useWords } from "../words";

/** Methods that search a given board. */
const ACCEPTING: MethodName[] = METHODS.filter((method) => method.accepts_constraints).map(({ name }) => name);
const ALL: MethodName[] = METHODS.map(({ name }) => name);

/** State in the address: method, n, board and step. A step past the end of the run goes to its end. */
function readAddress(query: URLSearchParams) {
  const address = new AddressReader(query);
  const text = address.text("board");
  const found = text === null ? undefined : fromCompact(text, MAX_STEPS_N);
  if (text !== null && !found) address.fault({ name: "board", value: text, accepted: "board" });
  const given: Given | undefined = found && textOf(found.n, found) ? found : undefined;
  const name = address.one("method", given ? ACCEPTING : ALL, "bitmask");
  const n = found ? address.whole("n", found.n, found.n, found.n) : address.whole("n", 1, MAX_STEPS_N, Math.min(8, MAX_STEPS_N));
  const step = address.whole("step", 0, 9_999_999_999, 0);
  return { name, n, given, step, present: readPresent(address), faults: address.finish() };
}

export function Methods({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const first = useMemo(() => readAddress(query), []);
  const [name, setName] = useState(first.name);
  const view = METHODS.find((method) => method.name === name)!;
  const [n, setSize] = useState(first.n);
  const [given, setGiven] = useState(first.given);
  const run = useRun(name, n, first.step, undefined, given);
  const { shown } = useTab();
  useEffect(() => {
    if (!shown) run.play(false);
  }, [shown]);
  const presenting = usePresenting(first.present);
  useAddress({ method: name, n, ...(run.board ? { board: run.board } : {}), step: run.wanted, ...presentQuery(presenting) });
  const title = words.sized(words.methods[name], n);
  useTitle(`${title} · ${words.tabs.methods}`);
  const [treeView, setTreeView] = useRemembered<TreeKind>("tree", TREES, "path");
  const names = given ? ACCEPTING : ALL;
  const options = names.map((method) => [method, words.methods[method]] as const);
  if (presenting.open) return <Presentation run={run} title={title} presenting={presenting} file={view.file} />;
  return (
    <div class="methods">
      <AddressFaults faults={first.faults} />
      <div class="stage">
        <div class="choices">
          <SelectField
            label={words.method}
            value={name}
            options={options}
            onValue={(name) => {
              setName(name);
              setSize(Math.min(n, MAX_STEPS_N));
            }}
          />
          <NumberField label={words.queens} value={n} least={given ? n : 1} most={given ? n : MAX_STEPS_N} onValue={setSize} />
        </div>
        {given && <GivenBoard n={n} given={given} names={names} leave={() => setGiven(undefined)} />}
        <p class="idea">
          {words.ideas[name]} · {words.labelled(words.table.time, words.times[name])}
        </p>
        <RunStage run={run} />
        <BoardLegend />
        <Debugger run={run} />
        <p class="note keys">{words.player.keys}</p>
        <RunActions place={stepPlace(name, run)} presenting={presenting} />
        <Share run={run} />
      </div>
      <div class="panels">
        <Panel title={words.panels.data} class="data">
          <DataPanel method={name} n={n} step={run.shown.step} given={given} />
        </Panel>
        <div class="code-and-stack">
          <Panel title={words.panels.source}>
            <Program method={name} step={run.shown.step} file={view.file} onBoard={given !== undefined} />
          </Panel>
          <Panel title={words.lesson.stack}>
            <CallStack run={run} />
          </Panel>
        </div>
        <div class="pair-of-panels">
          <Panel title={words.panels.tree} class={`tree-panel ${treeView}`} aside={<TreeChoice value={treeView} onValue={setTreeView} />}>
            {treeView === "whole" ? <WholeTree run={run} /> : <TreeView n={n} levels={run.shown.tree} />}
          </Panel>
          <Panel title={words.panels.counters}>
            <Work run={run} />
          </Panel>
        </div>
      </div>
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
        <button type="button" onClick={leave}>
          {says.leave}
        </button>
      </div>
    </div>
  );
}

const TREES = ["path", "whole"] as const;
type TreeKind = (typeof TREES)[number];

/** Choice between the current path and the whole tree. */
function TreeChoice({ value, onValue }: { value: TreeKind; onValue: (value: TreeKind) => void }) {
  const words = useWords().lesson;
  return (
    <div class="tree-choice" role="group" aria-label={words.treeView}>
      {TREES.map((name) => (
        <button key={name} type="button" aria-pressed={name === value} onClick={() => onValue(name)}>
          {words.treeViews[name]}
        </button>
      ))}
    </div>
  );
}

function Work({ run }: { run: Run }) {
  const words = useWords().counters;
  const { step } = run.shown;
  const total = run.length?.steps == null ? undefined : run.length.counters;
  const rows = (["tried", "placed", "backtracks", "tests", "solutions"] as const).map(
    (name) => [words[name], step?.counters[name] ?? 0, total?.[name]] as const,
  );
  return (
    <dl class="work">
      <div>
        <dt>{words.onBoard}</dt>
        <dd>
          <b>{step?.queens.length ?? 0}</b>
        </dd>
      </div>
      {rows.map(([name, value, all]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{grouped(value)}</b>
            {all !== undefined && <span> / {grouped(all)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
