// Panels of a run: data structures, source, call stack, and what the method has of decision tree and work counters.

import { DataPanel } from "./data/panel";
import { Button, Panel } from "./parts";
import { useRemembered } from "./place";
import type { Run } from "./run";
import { Program } from "./trace/listing";
import { CallStack } from "./trace/stack";
import { WholeTree } from "./trace/wholetree";
import { TreeView } from "./treeview";
import { grouped, useWords } from "./words";
import { methodOf } from "./words/methods";

export function RunPanels({ run }: { run: Run }) {
  const words = useWords();
  const { method, n, given } = run;
  const { step, tree } = run.shown;
  const { has_tree } = methodOf(method);
  const [treeView, setTreeView] = useRemembered<TreeKind>("tree", TREES, "path");
  return (
    <div class="panels">
      <Panel title={words.panels.data} class="data">
        <DataPanel method={method} n={n} step={step} given={given} />
      </Panel>
      <div class="code-and-stack">
        <Panel title={words.panels.source}>
          <Program run={run} rust />
        </Panel>
        <Panel title={words.lesson.stack}>
          <CallStack run={run} />
        </Panel>
      </div>
      <div class={has_tree ? "pair-of-panels" : ""}>
        {has_tree && (
          <Panel title={words.panels.tree} class={`tree-panel ${treeView}`} aside={<TreeChoice value={treeView} onValue={setTreeView} />}>
            {treeView === "whole" ? <WholeTree run={run} /> : <TreeView n={n} nodes={tree} />}
          </Panel>
        )}
        <Panel title={words.panels.counters} class="work-panel">
          <Work run={run} />
        </Panel>
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
        <Button key={name} aria-pressed={name === value} onClick={() => onValue(name)} text={words.treeViews[name]} />
      ))}
    </div>
  );
}

function Work({ run }: { run: Run }) {
  const words = useWords();
  const { step } = run.shown;
  const { counters, has_tree } = methodOf(run.method);
  const total = run.length?.steps == null ? undefined : run.length.counters;
  return (
    <dl class="work">
      {has_tree && (
        <div>
          <dt>{words.panels.onBoard}</dt>
          <dd>
            <b>{step?.queens.length ?? 0}</b>
          </dd>
        </div>
      )}
      {counters.map(({ work, title }) => (
        <div key={work}>
          <dt>{title[words.texts]}</dt>
          <dd>
            <b>{grouped(step?.counters[work] ?? 0)}</b>
            {total && <span> / {grouped(total[work])}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
