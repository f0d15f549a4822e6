// A part of a decision tree, built from recorded steps. Its rules are those of the server
// (`decisions.rs`).

import type { Decision, MethodName, Square, Step } from "../api";

type PlacedQueen = Extract<Decision, { result: "placed" }>;

/** Builds the part below the queens that are on the board when it starts. */
export class PartBuilder {
  readonly nodes: Decision[] = [];
  /** Queens on the board, with their nodes if they are in the part. */
  private path: { square: Square; node: number | undefined }[];
  private readonly base: number;

  constructor(
    private readonly method: MethodName,
    private readonly n: number,
    private readonly depth: number,
    queens: Square[],
  ) {
    this.path = queens.map((square) => ({ square, node: undefined }));
    this.base = queens.length;
  }

  /** Adds the next step; returns false at the end of the part. */
  add(step: Step): boolean {
    switch (step.event) {
      case "place":
        this.place(step.square, step.index);
        break;
      case "remove":
        this.path = this.path.filter(({ square }) => !isSame(square, step.square));
        break;
      case "rejected":
        // The brute force rejects queens of full boards, which are nodes already.
        if (!this.path.some(({ square }) => isSame(square, step.square)))
          this.push({ parent: null, square: step.square, step: step.index, result: "rejected", line: step.line });
        break;
      case "solution":
        this.above((queen) => queen.solutions++);
        break;
      case "exhausted":
        this.prune(step.row, step.index);
    }
    return this.path.length >= this.base;
  }

  /** The node above the next square; null at the first level, undefined below the last one. */
  private parent(): number | null | undefined {
    const level = this.path.length - this.base;
    if (level < 0 || level >= this.depth) return undefined;
    return level === 0 ? null : this.path.at(-1)!.node;
  }

  /** Adds a square below the current node; returns its index, or undefined below the last level. */
  private push(decision: Decision): number | undefined {
    const parent = this.parent();
    return parent === undefined ? undefined : this.nodes.push({ ...decision, parent }) - 1;
  }

  private above(change: (queen: PlacedQueen) => void) {
    for (const { node } of this.path) if (node !== undefined) change(this.nodes[node] as PlacedQueen);
  }

  private place(square: Square, step: number) {
    const isHidden = this.parent() === undefined;
    this.above((queen) => {
      queen.placed++;
      queen.folded ||= isHidden;
    });
    const node = this.push({ parent: null, square, step, result: "placed", placed: 0, solutions: 0, folded: false });
    this.path.push({ square, node });
  }

  /** Adds the squares of an exhausted row that were never tried. */
  private prune(row: number, step: number) {
    const parent = this.parent();
    // The colour split does not try the squares of the other colour, which is no pruning.
    if (parent === undefined || this.method === "colour-split") return;
    const tried = this.nodes.filter((node) => node.parent === parent).map(({ square }) => square);
    for (let column = 0; column < this.n; column++) {
      const square = { row, column };
      if (!tried.some((other) => isSame(other, square))) this.push({ parent, square, step, result: "pruned" });
    }
  }
}

const isSame = (a: Square, b: Square) => a.row === b.row && a.column === b.column;
