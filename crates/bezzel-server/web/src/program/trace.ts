// The recorded steps of a program (bezzel-judge/src/recorder.py): call stack and variables after each of them.

/** Kinds of steps: a line that runs next, a call, a return, an exception. */
const [LINE, CALL] = [0, 1];
/** Numbers before the changes of a step: kind, line, depth, characters printed, text, number of changes. */
const HEAD = 6;
/** Steps between two states that are kept. */
const STEPS_PER_STATE = 512;

export interface Step {
  kind: "line" | "call" | "return" | "raise";
  line: number;
  depth: number;
  printed: number;
  /** Name of the function that is called, value that is returned, or exception. */
  text: string;
  /** Names and values of variables that changed since the step before. */
  changed: [string, string][];
}

/** A value for a sentence. */
export const short = (value: string) => (value.length > 60 ? `${value.slice(0, 60)}…` : value);

interface Frame {
  /** Empty for the program itself. */
  name: string;
  line: number;
  /** Texts of variables by number, or collections as -1 - number. */
  variables: Map<number, number>;
}

interface State {
  frames: Frame[];
  /** Texts of collections. */
  collections: Map<number, number>;
}

const copied = ({ frames, collections }: State): State => ({
  frames: frames.map((frame) => ({ ...frame, variables: new Map(frame.variables) })),
  collections: new Map(collections),
});

export class Trace {
  readonly length: number;
  private readonly numbers: Int32Array;
  private readonly starts: number[] = [];
  private readonly states: State[] = [];

  constructor(
    parts: Int32Array[],
    readonly texts: string[],
  ) {
    this.numbers = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      this.numbers.set(part, at);
      at += part.length;
    }
    const state: State = { frames: [], collections: new Map() };
    for (at = 0; at < this.numbers.length; at += HEAD + 3 * this.numbers[at + HEAD - 1]!) {
      if (this.starts.length % STEPS_PER_STATE === 0) this.states.push(copied(state));
      this.starts.push(at);
      this.apply(state, this.starts.length - 1);
    }
    this.length = this.starts.length;
  }

  private apply({ frames, collections }: State, step: number) {
    const { numbers } = this;
    const start = this.starts[step]!;
    const [kind, line, depth, , text, changes] = numbers.subarray(start, start + HEAD) as unknown as number[];
    frames.length = Math.min(frames.length, kind === CALL ? depth! : depth! + 1);
    while (frames.length <= depth!) {
      const isCalled = frames.length === depth! && depth! > 0;
      frames.push({ name: isCalled ? (this.texts[text!] ?? "") : "", line: line!, variables: new Map() });
    }
    frames[depth!]!.line = line!;
    for (let at = start + HEAD; at < start + HEAD + 3 * changes!; at += 3) {
      const [frame, name, value] = [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
      if (frame < 0) collections.set(name, value);
      else frames[frame]?.variables.set(name, value);
    }
  }

  private textOf(state: State, value: number): string {
    return this.texts[value < 0 ? state.collections.get(-1 - value)! : value] ?? "";
  }

  /** Depth and line of a step, from 1. */
  depthAt = (step: number) => this.numbers[this.starts[step - 1]! + 2] ?? 0;
  lineAt = (step: number) => this.numbers[this.starts[step - 1]! + 1] ?? 0;
  /** Characters that were printed. */
  printedAt = (step: number) => this.numbers[this.starts[step - 1]! + 3] ?? 0;
  /** True for a line that runs next. */
  isLine = (step: number) => this.numbers[this.starts[step - 1]!] === LINE;
  /** What a step is, from 1; its changes are the changes of the innermost function and of the program. */
  step(step: number): Step | undefined {
    const start = this.starts[step - 1];
    if (start === undefined) return undefined;
    const [kind, line, depth, printed, text] = this.numbers.subarray(start, start + HEAD) as unknown as number[];
    const before = step > 1 ? this.variables(step - 1).at(-1) : undefined;
    const now = this.variables(step).at(-1)!;
    const old = new Map(before?.name === now.name ? before.variables : []);
    const changed = kind === CALL ? now.variables : now.variables.filter(([name, value]) => old.get(name) !== value);
    const kinds = ["line", "call", "return", "raise"] as const;
    return { kind: kinds[kind!]!, line: line!, depth: depth!, printed: printed!, text: this.texts[text!] ?? "", changed };
  }

  /** The state after a number of steps. */
  private after(steps: number): State {
    const from = Math.min(Math.floor(Math.max(0, steps - 1) / STEPS_PER_STATE), Math.max(0, this.states.length - 1));
    const state = this.states[from] ? copied(this.states[from]) : { frames: [], collections: new Map() };
    for (let step = from * STEPS_PER_STATE; step < steps; step++) this.apply(state, step);
    return state;
  }

  /** The call stack after a number of steps, the program first, with names and values. */
  variables(steps: number): { name: string; line: number; variables: [string, string][] }[] {
    const state = this.after(steps);
    return state.frames.map(({ name, line, variables }) => ({
      name,
      line,
      variables: [...variables].map(([variable, value]): [string, string] => [this.texts[variable]!, this.textOf(state, value)]),
    }));
  }

  /** All variables with the texts that they have. */
  everyValue(): Map<string, Set<string>> {
    const { numbers, texts } = this;
    const found = new Map<string, Set<string>>();
    const owners = new Map<number, Set<number>>();
    const collections = new Map<number, number>();
    const add = (name: number, text: number) => {
      const values = found.get(texts[name]!) ?? new Set();
      found.set(texts[name]!, values.add(texts[text]!));
    };
    for (const start of this.starts)
      for (let at = start + HEAD; at < start + HEAD + 3 * numbers[start + HEAD - 1]!; at += 3) {
        const [frame, name, value] = [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
        if (frame < 0) {
          collections.set(name, value);
          for (const owner of owners.get(name) ?? []) add(owner, value);
        } else if (value < 0) {
          const number = -1 - value;
          owners.set(number, (owners.get(number) ?? new Set()).add(name));
          add(name, collections.get(number)!);
        } else add(name, value);
      }
    return found;
  }

  /** Calls `tell` for each step, from 1, at which the innermost variable of this name has another text. */
  follow(name: string, tell: (step: number, text: string | undefined, line: number) => void) {
    const number = this.texts.indexOf(name);
    const state: State = { frames: [], collections: new Map() };
    let before: string | undefined;
    for (let step = 0; step < this.length; step++) {
      this.apply(state, step);
      const value = state.frames.findLast(({ variables }) => variables.has(number))?.variables.get(number);
      const text = value === undefined ? undefined : this.textOf(state, value);
      // The change was made by the line of the step before.
      if (text !== before) tell(step + 1, text, this.lineAt(Math.max(1, step)));
      before = text;
    }
  }
}
