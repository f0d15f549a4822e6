// Plots as SVG.

import { upTo } from "./squares";
import { useWords } from "./words";

interface Series {
  name: string;
  points: [number, number][];
}

const WIDTH = 460;
const HEIGHT = 280;
const LEFT = 62;
const BOTTOM = 34;
const RIGHT = 16;
const TOP = 12;

const MARKS = [
  (x: number, y: number) => `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`,
  (x: number, y: number) => `M${x - 4} ${y - 4}h8v8h-8z`,
  (x: number, y: number) => `M${x} ${y - 5}l5 9h-10z`,
  (x: number, y: number) => `M${x} ${y - 5}l5 5l-5 5l-5 -5z`,
];

/** Values over n on a logarithmic scale. Each series has its own line style and mark. */
export function LogPlot(props: { label: string; series: Series[]; text: (value: number) => string }) {
  const { series, text } = props;
  const words = useWords();
  const values = series.flatMap(({ points }) => points.map(([, value]) => value)).filter((value) => value > 0);
  const sizes = series.flatMap(({ points }) => points.map(([n]) => n));
  if (values.length === 0) return null;
  const [low, high] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)) + 1e-9)];
  const [first, last] = [Math.min(...sizes), Math.max(...sizes)];
  const x = (n: number) => LEFT + ((n - first) / Math.max(1, last - first)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => HEIGHT - BOTTOM - ((Math.log10(value) - low) / Math.max(1, high - low)) * (HEIGHT - TOP - BOTTOM);
  return (
    <svg class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={props.label}>
      {upTo(high - low + 1).map((k) => (
        <g key={k}>
          <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(10 ** (low + k))} y2={y(10 ** (low + k))} />
          <text x={LEFT - 8} y={y(10 ** (low + k)) + 4} text-anchor="end">
            {text(10 ** (low + k))}
          </text>
        </g>
      ))}
      {upTo(last - first + 1).map((k) => (
        <text key={k} x={x(first + k)} y={HEIGHT - BOTTOM + 18} text-anchor="middle">
          {first + k}
        </text>
      ))}
      <text x={WIDTH - RIGHT} y={HEIGHT - 2} text-anchor="end">
        n
      </text>
      {series.map(({ name, points }, at) => {
        const good = points.filter(([, value]) => value > 0);
        return (
          <g key={name} class={`s${at}`}>
            <title>{name}</title>
            <path class="series" d={good.map(([n, value], k) => `${k ? "L" : "M"}${x(n)} ${y(value)}`).join("")} />
            {good.map(([n, value]) => (
              <path key={n} class="point" d={MARKS[at % MARKS.length]!(x(n), y(value))}>
                <title>{words.labelled(words.sized(name, n), text(value))}</title>
              </path>
            ))}
          </g>
        );
      })}
    </svg>
  );
}

/** Legend of a plot. */
export function Legend({ names }: { names: string[] }) {
  return (
    <p class="row-of">
      {names.map((name, at) => (
        <span key={name} class={`row-of s${at}`}>
          <svg class="plot" viewBox="0 0 34 14" style={{ width: "34px" }} aria-hidden="true">
            <path class="series" d="M0 7h34" />
            <path class="point" d={MARKS[at % MARKS.length]!(17, 7)} />
          </svg>
          {name}
        </span>
      ))}
    </p>
  );
}

/** A rate over time. */
export function RatePlot(props: {
  label: string;
  points: { seconds: number; rate: number }[];
  text: (rate: number) => string;
  time: (seconds: number) => string;
}) {
  const { points, text, time } = props;
  const most = Math.max(...points.map((point) => point.rate), 1);
  const last = Math.max(points[points.length - 1]?.seconds ?? 1, 1e-3);
  const x = (seconds: number) => LEFT + (seconds / last) * (WIDTH - LEFT - RIGHT);
  const y = (rate: number) => 150 - (rate / most) * 130;
  const line = points.map((point, k) => `${k ? "L" : "M"}${x(point.seconds)} ${y(point.rate)}`).join("");
  return (
    <svg class="plot s0" viewBox={`0 0 ${WIDTH} 176`} role="img" aria-label={props.label}>
      <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={150} y2={150} />
      <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={20} y2={20} />
      <text x={LEFT - 8} y={24} text-anchor="end">
        {text(most)}
      </text>
      <text x={LEFT - 8} y={154} text-anchor="end">
        0
      </text>
      <text x={WIDTH - RIGHT} y={170} text-anchor="end">
        {time(last)}
      </text>
      {points.length > 1 && <path class="area" d={`${line}L${x(points[points.length - 1]!.seconds)} 150L${x(points[0]!.seconds)} 150z`} />}
      <path class="series" d={line} />
      {points.length === 1 && <circle class="point" cx={x(points[0]!.seconds)} cy={y(points[0]!.rate)} r={4} />}
    </svg>
  );
}
