// The heat layer of the Board tab: the share of the completions with a queen on each square.

import { useRef } from "preact/hooks";

import { api, type CountTotal, type Square } from "../api";
import { ErrorMessage, useLoaded } from "../parts";
import { has } from "../squares";
import { useWords } from "../words";
import { HeatSquares, Scale } from "./map";

/** Largest n of the layer. */
const MAX_LAYER_N = 14;

/** Number of completions, and of those with a queen on each square. */
interface Counts {
  solutions: number;
  squares: number[][];
}

/** The counts of a board; until they are computed, the counts of the board before. */
interface Layer {
  counts: Counts | undefined;
  isStale: boolean;
  error: unknown;
}

const numbers = ({ solutions, occupancy }: CountTotal): Counts => ({
  solutions: Number(solutions),
  squares: (occupancy ?? []).map((row) => row.map(Number)),
});

/** Counts the squares whenever the board changes, and cancels the count of the board before. */
export function useLayer(n: number, queens: Square[], blocked: Square[], isOn: boolean): Layer | undefined {
  const isCounted = isOn && n <= MAX_LAYER_N;
  const count = async (signal: AbortSignal) => isCounted && numbers(await api.occupancy({ n, queens, blocked }, signal));
  const { value, error } = useLoaded(count, JSON.stringify([n, queens, blocked, isCounted]));
  const latest = useRef<Counts>(undefined);
  if (value || error !== undefined) latest.current = value || undefined;
  return isCounted ? { counts: latest.current, isStale: !value && error === undefined, error } : undefined;
}

/** The largest share on a square without a given queen. */
function largestShare({ solutions, squares }: Counts, queens: Square[]): number {
  const free = squares.flatMap((row, at) => row.filter((_, column) => !has(queens, { row: at, column })));
  return solutions > 0 ? Math.max(0, ...free) / solutions : 0;
}

/** The coloured squares; those with a given queen and blocked ones keep their colour. */
export function LayerSquares({ n, queens, blocked, layer }: { n: number; queens: Square[]; blocked: Square[]; layer: Layer }) {
  const { counts } = layer;
  if (!counts || counts.solutions === 0 || counts.squares.length !== n) return null;
  const largest = largestShare(counts, queens);
  const isGiven = (square: Square) => has([...queens, ...blocked], square);
  const part = (square: Square) => (largest > 0 ? counts.squares[square.row]![square.column]! / counts.solutions / largest : 0);
  return <HeatSquares n={n} part={(square) => (isGiven(square) ? undefined : part(square))} stale={layer.isStale} />;
}

/** The number and the share of the completions with a queen on a square, if they are known. */
export function useSquareShare(n: number, layer: Layer | undefined): ((square: Square) => string) | undefined {
  const says = useWords().given;
  const counts = layer?.isStale ? undefined : layer?.counts;
  if (!counts || counts.squares.length !== n) return undefined;
  return ({ row, column }) => says.share(counts.squares[row]?.[column] ?? 0, counts.solutions);
}

interface NoteProps {
  n: number;
  queens: Square[];
  layer: Layer | undefined;
  chosen: Square | undefined;
  /** The layer is of the board before it was completed. */
  isBefore: boolean;
}

/** Number of completions, the square under the pointer, and the colours. */
export function LayerNote({ n, queens, layer, chosen, isBefore }: NoteProps) {
  const words = useWords();
  const says = words.given;
  const share = useSquareShare(n, layer);
  if (!layer) return <p class="note">{says.layerTooLarge(MAX_LAYER_N)}</p>;
  const { counts, error, isStale } = layer;
  if (error !== undefined) return <ErrorMessage error={error} />;
  if (!counts || isStale) return <p class="layer-note note">{words.working}</p>;
  const largest = largestShare(counts, queens);
  return (
    <div class="layer-note">
      <p class="note">
        {says.layer(counts.solutions)} {isBefore && says.layerBefore}
      </p>
      {counts.solutions > 0 && (
        <p class="heat-square">
          {share && chosen && chosen.row < n && chosen.column < n
            ? words.labelled(words.square(chosen.row, chosen.column), share(chosen))
            : words.heat.hint}
        </p>
      )}
      {largest > 0 && <Scale label={says.layerScale} largest={largest} />}
    </div>
  );
}
