// A slow page and a slow test, to find tests that depend on the speed of the machine. Environment:
//
//   SLOW_PAGE=6        the CPU of the page is 6 times slower
//   LATE_ANSWERS=500   answers of the server and timers of the page come up to 500 ms late
//   SLOW_TEST=200      the test pauses for 200 ms before each of its commands

const value = (name, usual) => Number(process.env[name] ?? usual);
const SLOW_PAGE = value("SLOW_PAGE", 1);
const LATE_ANSWERS = value("LATE_ANSWERS", 0);
export const SLOW_TEST = value("SLOW_TEST", 0);

/** Slows down each page that is opened from now on. */
export async function slowDown(browser) {
  if (LATE_ANSWERS > 0) await browser.addInitScript(comeLate, LATE_ANSWERS);
  if (SLOW_PAGE === 1) return;
  const newPage = browser.newPage.bind(browser);
  browser.newPage = async () => {
    const page = await newPage();
    const session = await browser.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW_PAGE });
    return page;
  };
}

/** Delays answers and timers in the page: most of them little, few of them by nearly the longest time. */
function comeLate(longest) {
  const { fetch, setTimeout } = globalThis;
  const delay = () => Math.random() ** 4 * longest;
  const pause = () => new Promise((resume) => setTimeout(resume, delay()));
  globalThis.fetch = async (...request) => {
    await pause();
    const answer = await fetch(...request);
    await pause();
    return answer;
  };
  globalThis.setTimeout = (act, time = 0, ...values) => setTimeout(act, time + delay(), ...values);
}
