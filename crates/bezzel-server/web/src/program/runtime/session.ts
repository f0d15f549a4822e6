// The reports of a JavaScript program.

import {
  type Ended,
  MAX_JUDGED_MOVES,
  MAX_MOVES,
  MAX_PRINTED,
  MAX_VALUES,
  type Move,
  type ProgramError,
  type Report,
  type Task,
} from "../protocol";

/** Moves or characters after which a report is sent. */
const [MOVES_PER_REPORT, CHARACTERS_PER_REPORT] = [1024, 16_384];

/** Is thrown through the program when it printed more than is kept. */
export class OutputLimit extends Error {}

/** The run of a program. */
export class Session {
  private moves: Move[] = [];
  private text = "";
  private printed = 0;
  private recorded = 0;
  private valued = 0;
  private placed = 0;
  private cut = false;
  private readonly began = performance.now();

  constructor(
    readonly task: Task,
    private readonly send: (report: Report) => void,
  ) {}

  /** True while moves are reported. */
  private get records(): boolean {
    return this.recorded < (this.task.records ? MAX_MOVES : MAX_JUDGED_MOVES) && this.valued < MAX_VALUES;
  }

  /** True while the values of variables are reported. */
  get values(): boolean {
    return this.task.records && this.records;
  }

  /** Reports a call: its site or -1, and the values of the variables that it sees, one in each line. */
  move(kind: Move["kind"], row: number, column: number, site: number, text: string) {
    if (kind === "place") this.placed++;
    if (!this.records) {
      this.cut = true;
      return;
    }
    this.recorded++;
    this.valued += text.length;
    const values = text === "" ? [] : text.split("\n").map((line): [string, string] => [before(line), line.slice(before(line).length + 1)]);
    this.moves.push({ kind, row, column, line: this.task.sites[site]?.line, values, printed: this.printed, step: 0 });
    if (this.moves.length >= MOVES_PER_REPORT) this.flush();
  }

  /** Takes printed text. */
  print(text: string) {
    const kept = text.slice(0, MAX_PRINTED - this.printed);
    this.text += kept;
    this.printed += kept.length;
    if (this.text.length >= CHARACTERS_PER_REPORT) this.flush();
    if (kept.length < text.length) {
      this.cut = true;
      throw new OutputLimit("output limit");
    }
  }

  /** True if the program neither printed nor moved. */
  get isSilent(): boolean {
    return this.printed === 0 && this.recorded === 0;
  }

  private flush() {
    if (this.moves.length === 0 && this.text === "") return;
    this.send({ moves: this.moves, printed: this.text });
    this.moves = [];
    this.text = "";
  }

  ended(error?: ProgramError): Ended {
    this.flush();
    const { placed, cut } = this;
    return { seconds: (performance.now() - this.began) / 1000, placed, cut, reads: true, error };
  }
}

/** The name before the first `=`. */
const before = (line: string) => line.slice(0, Math.max(0, line.indexOf("=")));
