// A slow page and a slow test, to find tests that depend on the speed of the machine. Environment:
//
//   SLOW_PAGE=6        the script of the page is about 6 times slower
//   LATE_ANSWERS=500   answers of the server and timers of the page come up to 500 ms late
//   SLOW_TEST=200      a test pauses for 200 ms before each of its commands

const value = (name, usual) => Number(process.env[name] ?? usual);
export const SLOW_TEST = value("SLOW_TEST", 0);
/** Values of `slowDown`. */
export const SLOWNESS = { factor: value("SLOW_PAGE", 1), latest: value("LATE_ANSWERS", 0) };

/** Runs in a page before its own script. */
export function slowDown({ factor, latest }) {
  // A test may replace the clock of the page later.
  const { fetch, setTimeout } = globalThis;
  const now = performance.now.bind(performance);
  const FREE_MS = 10;
  const occupy = () => {
    for (const ends = now() + FREE_MS * (factor - 1); now() < ends; );
    setTimeout(occupy, FREE_MS);
  };
  if (factor > 1) occupy();
  if (latest === 0) return;
  // Most delays are short, few of them are nearly the longest.
  const delay = () => Math.random() ** 4 * latest;
  const pause = () => new Promise((resume) => setTimeout(resume, delay()));
  globalThis.fetch = async (...request) => {
    await pause();
    const answer = await fetch(...request);
    await pause();
    return answer;
  };
  globalThis.setTimeout = (act, time = 0, ...values) => setTimeout(act, time + delay(), ...values);
}
