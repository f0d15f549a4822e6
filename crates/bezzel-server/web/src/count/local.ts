// Counts in the browser: units on workers, and their results in the storage of the page until the total is known.

import { counter } from "../engine/modules";
import { Pool } from "../engine/pool";
import type * as types from "../engine/types";
import type { CountView } from "../server";
import { stores } from "../storage";

type Plan = types.CountPlan;
type UnitResult = types.CountedUnit;
type Total = types.CountTotal;

/** Largest n: with 8 cores, Q(20) takes about a minute. */
export const MAX_LOCAL_N = 20;

const SAVE_INTERVAL_MS = 1000;
const DRAW_INTERVAL_MS = 100;
/** Most cells of the map of units. */
const MAX_CELLS = 400;

/** A count that is in progress, stopped or done. */
export interface LocalCount {
  /** What a server would say of it. */
  view: CountView;
  error: unknown;
  /** The browser does not keep the results. */
  isUnsaved: boolean;
}

const keyOf = (n: number) => `bezzel-units-${n}`;

/** The n of the counts that were not finished when the page was left. */
export const savedSizes = (): number[] =>
  (stores(Object.keys) ?? []).flatMap((key) => (/^bezzel-units-\d+$/.test(key) ? [Number(key.slice("bezzel-units-".length))] : []));

/** The lines of the units that were counted before. What is damaged in them is counted again. */
const savedLines = (n: number): string => stores((storage) => storage.getItem(keyOf(n))) ?? "";

export const forget = (n: number) => void stores((storage) => storage.removeItem(keyOf(n)));

/** Lock of the window that counts Q(n). */
const lockOf = (n: number) => `bezzel-count-${n}`;

/** The browser's locks; a page from another machine without encryption has none. */
const locks = (): LockManager | undefined => navigator.locks;

/** True if a window counts Q(n), and not by this run. */
export async function isElsewhere(n: number, own: LocalRun | undefined): Promise<boolean> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return own?.holds !== lockOf(n) && held.some(({ name }) => name === lockOf(n));
}

/** Resolves when no window counts Q(n). */
export const whenFree = (n: number, signal: AbortSignal) => locks()!.request(lockOf(n), { mode: "shared", signal }, () => undefined);

/** Counts Q(n), from saved results on. */
export class LocalRun {
  private readonly pool: Pool<types.Request>;
  private readonly abort = new AbortController();
  private readonly running = new Set<number>();
  private results = new Map<number, UnitResult>();
  private before = 0;
  private started = performance.now();
  private savedAt = 0;
  private drawing: ReturnType<typeof setTimeout> | undefined;
  private isUnsaved = false;
  private isDiscarded = false;
  private plan: Plan | undefined;

  constructor(
    private readonly n: number,
    private readonly workers: number,
    private readonly changed: (count: LocalCount) => void,
  ) {
    this.pool = new Pool(counter, () => workers);
  }

  /** Counts all open units, then adds and checks them. Fails only if there is no plan. One window at a time counts Q(n). */
  async run(): Promise<void> {
    await (locks()?.request(lockOf(this.n), () => this.counted()) ?? this.counted());
  }

  /** The lock that this run holds. */
  holds: string | undefined;

  private async counted(): Promise<void> {
    this.holds = lockOf(this.n);
    const { n } = this;
    const plan = (this.plan = await this.ask<Plan>({ plan: { n, ledger: savedLines(n) } }));
    this.results = new Map(plan.counted.map((result) => [result.index, result]));
    this.before = [...this.results.values()].reduce((sum, { seconds }) => sum + seconds, 0) / this.workers;
    this.started = performance.now();
    const open = [...plan.order];
    const work = async () => {
      for (let index = open.shift(); index !== undefined; index = open.shift()) await this.count(index);
    };
    this.show("running");
    try {
      await Promise.all(Array.from({ length: this.workers }, work));
      const total = await this.ask<Total>({ total: { n, ledger: this.lines() } });
      forget(this.n);
      this.show("done", { total });
    } catch (error) {
      const isStopped = this.abort.signal.aborted;
      this.abort.abort();
      this.save();
      this.show("stopped", isStopped ? {} : { error });
    }
    this.pool.close();
    this.holds = undefined;
  }

  /** Ends the workers; results of finished units are kept. */
  stop() {
    this.abort.abort();
  }

  /** Ends the workers, and forgets the results. */
  discard() {
    this.isDiscarded = true;
    this.stop();
    forget(this.n);
  }

  private ask<T>(request: types.CountRequest) {
    return this.pool.ask<T>({ count: request }, { signal: this.abort.signal });
  }

  private async count(index: number) {
    this.running.add(index);
    this.showSoon();
    const time = Math.floor(Date.now() / 1000);
    const asked = this.ask<UnitResult>({ unit: { n: this.n, index, time } });
    const result = await asked.finally(() => this.running.delete(index));
    this.results.set(index, result);
    if (performance.now() - this.savedAt > SAVE_INTERVAL_MS) this.save();
    this.showSoon();
  }

  /** The results as lines of a ledger, which the command reads, too. */
  private lines() {
    return [this.plan!.line, ...[...this.results.values()].map(({ line }) => line), ""].join("\n");
  }

  private save() {
    this.savedAt = performance.now();
    if (this.results.size === 0 || this.isDiscarded) return;
    this.isUnsaved = stores((storage) => storage.setItem(keyOf(this.n), this.lines()) === undefined) === null;
  }

  /** Shows the results so far a moment later: drawing the page for each unit would take longer than counting it. */
  private showSoon() {
    if (!this.abort.signal.aborted) this.drawing ??= setTimeout(() => this.show("running"), DRAW_INTERVAL_MS);
  }

  private show(state: CountView["state"], { total, error }: { total?: Total; error?: unknown } = {}) {
    clearTimeout(this.drawing);
    this.drawing = undefined;
    if (this.plan) this.changed({ view: this.viewOf(this.plan, state, total), error, isUnsaved: this.isUnsaved });
  }

  private viewOf(plan: Plan, state: CountView["state"], total: Total | undefined): CountView {
    const { n, results, running, workers } = this;
    const units = plan.costs.length;
    const costOf = (indices: Iterable<number>) => [...indices].reduce((sum, index) => sum + plan.costs[index]!, 0);
    const all = costOf(plan.costs.keys());
    const fraction = all > 0 ? costOf(results.keys()) / all : 1;
    const perCell = Math.ceil(units / MAX_CELLS);
    const map = Array.from({ length: Math.ceil(units / perCell) }, (_, cell) => {
      const indices = Array.from({ length: perCell }, (_, k) => cell * perCell + k).filter((index) => index < units);
      const done = indices.filter((index) => results.has(index)).length / indices.length;
      return { done, running: indices.some((index) => running.has(index)) };
    });
    // Seconds in which units were counted, without pauses.
    const seconds = this.before + (performance.now() - this.started) / 1000;
    return {
      id: 0,
      n,
      state,
      backend: plan.backend,
      threads: workers,
      units,
      units_done: results.size,
      fraction,
      seconds,
      core_seconds: [...results.values()].reduce((sum, { seconds }) => sum + seconds, 0),
      remaining_seconds: results.size > 0 && state === "running" ? (seconds / fraction) * (1 - fraction) : null,
      map,
      rates: [],
      joined: total?.joined ?? "0",
      double_check: false,
      total: total
        ? { solutions: total.solutions, fundamental: total.fundamental ?? null, by_black_queens: total.by_black_queens ?? [] }
        : null,
    };
  }
}
