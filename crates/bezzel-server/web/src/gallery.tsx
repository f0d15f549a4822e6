// The gallery of all solutions. The page contains only the boards in view.

import { memo } from "preact/compat";
import { useEffect, useRef, useState } from "preact/hooks";

import { api, type Filter, LIMITS, type Gallery as Page, type Solution, type Square } from "./api";
import { Board } from "./board";
import { useReturn } from "./connection";
import { ErrorMessage, Panel, SelectField } from "./parts";
import { queensOf, upTo } from "./squares";
import { useWords } from "./words";

const PAGE = 200;
export const FILTERS = ["all", "fundamental", "symmetric"] as const;
/** Minimum width of a board, height of its caption and gap, in pixels. */
const MIN_WIDTH = 116;
const CAPTION = 32;
const GAP = 8;

export function Gallery(props: {
  n: number;
  queens: Square[];
  filter: Filter;
  setFilter: (filter: Filter) => void;
  choose: (queens: Square[]) => void;
}) {
  const { n, queens, filter, setFilter, choose } = props;
  const words = useWords();
  const says = words.board;
  const fits = n <= LIMITS.gallery;
  return (
    <Panel
      title={says.gallery}
      class="no-print"
      aside={<SelectField label={says.filter} value={filter} options={FILTERS} name={(one) => says.filters[one]} onValue={setFilter} />}
    >
      {fits ? (
        <Window key={`${n} ${filter}`} n={n} filter={filter} queens={queens} choose={choose} />
      ) : (
        <p class="note">{says.galleryTooLarge(LIMITS.gallery)}</p>
      )}
    </Panel>
  );
}

function Window(props: { n: number; filter: Filter; queens: Square[]; choose: (queens: Square[]) => void }) {
  const { n, filter, queens, choose } = props;
  const words = useWords();
  const [pages, setPages] = useState<ReadonlyMap<number, Page>>(new Map());
  const [error, setError] = useState<unknown>();
  const asked = useRef(new Set<number>());
  const need = (index: number) => {
    const page = Math.floor(index / PAGE);
    if (asked.current.has(page)) return;
    asked.current.add(page);
    api.solutions(n, filter, page * PAGE, PAGE).then(
      (found) => setPages((pages) => new Map(pages).set(page, found)),
      (error: unknown) => {
        asked.current.delete(page);
        setError(error);
      },
    );
  };
  useEffect(() => need(0), []);
  useReturn(() => {
    if (!error) return;
    setError(undefined);
    need(0);
  });
  /** Undefined until the first page has come. */
  const total = pages.get(0)?.total;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, width: 600, height: 480 });
  useEffect(() => {
    const element = box.current!;
    const look = () => setView({ top: element.scrollTop, width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);

  const across = Math.max(1, Math.floor((view.width - GAP) / (MIN_WIDTH + GAP)));
  const side = (view.width - GAP * (across + 1)) / across;
  const height = side + CAPTION + GAP;
  const rows = Math.ceil((total ?? 0) / across);
  // Rows in view, and one more above and below.
  const from = Math.max(0, Math.floor(view.top / height) - 1);
  const to = Math.min(rows, Math.ceil((view.top + view.height) / height) + 1);
  const shown = upTo(Math.max(0, to - from) * across)
    .map((k) => from * across + k)
    .filter((index) => index < (total ?? 0));
  useEffect(() => {
    for (const index of [shown[0], shown[shown.length - 1]]) if (index !== undefined) need(index);
  }, [from, to, across]);
  const current = queens
    .toSorted((a, b) => a.row - b.row)
    .map((queen) => queen.column)
    .join(" ");
  return (
    <>
      <p class="note">
        {total === undefined ? !error && words.loading : words.board.total(total)}
        {words.space}
        {(total ?? 0) > 0 && words.board.galleryHelp}
      </p>
      <ErrorMessage error={error} />
      <div class="gallery" ref={box} tabIndex={0} role="group" aria-label={words.board.gallery}>
        <div style={{ height: rows * height + GAP }} />
        <div class="window" style={{ top: from * height + GAP, gridTemplateColumns: `repeat(${across}, 1fr)` }}>
          {shown.map((index) => {
            const solution = pages.get(Math.floor(index / PAGE))?.boards[index % PAGE];
            return solution ? (
              <Thumbnail
                key={index}
                number={index + 1}
                solution={solution}
                height={height - GAP}
                pressed={queens.length === n && solution.columns.join(" ") === current}
                choose={choose}
              />
            ) : (
              <div key={index} class="empty" style={{ height: height - GAP }}>
                …
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

interface ThumbnailProps {
  number: number;
  solution: Solution;
  height: number;
  pressed: boolean;
  choose: (queens: Square[]) => void;
}

const Thumbnail = memo(
  function Thumbnail({ number, solution, height, pressed, choose }: ThumbnailProps) {
    const words = useWords();
    const queens = queensOf(solution.columns);
    const n = solution.columns.length;
    return (
      <button type="button" style={{ height }} aria-pressed={pressed} onClick={() => choose(queens)}>
        <Board n={n} queens={queens} labels={false} label={words.numbers.shownAll(solution.columns)} />
        <span>
          {number} · {words.board.orbitOf(solution.orbit_size)}
        </span>
      </button>
    );
  },
  (a, b) => a.number === b.number && a.solution === b.solution && a.height === b.height && a.pressed === b.pressed,
);
