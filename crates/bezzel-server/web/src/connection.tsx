// The connection to the server: its loss is shown within two seconds, and the page recovers.

import { createContext } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";

import { unreachable } from "./problem";
import { SERVED } from "./server";
import { useWords } from "./words";

const INTERVAL_MS = 1000;
/** A slow connection is not a lost one. A server that has stopped refuses at once. */
const TIMEOUT_MS = 8000;
const MAX_INTERVAL_MS = 30_000;

export interface Connection {
  lost: boolean;
  /** Number of times that the connection came back. */
  returned: number;
}

export const ConnectionContext = createContext<Connection>({ lost: false, returned: 0 });

/** Asks the server once a second for the head of the page, while the page is visible. */
export function useConnection(): Connection {
  const [state, setState] = useState<Connection>({ lost: false, returned: 0 });
  useEffect(() => {
    if (!SERVED) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    let interval = INTERVAL_MS;
    let isReported = false;
    const set = (lost: boolean) =>
      setState((before) => (before.lost === lost ? before : { lost, returned: before.returned + Number(!lost) }));
    const look = async () => {
      clearTimeout(timer);
      if (!document.hidden) {
        const init: RequestInit = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) };
        const answered = await fetch("/", init).then(
          () => true,
          () => false,
        );
        if (ended) return;
        set(!answered);
        if (!isReported) interval = INTERVAL_MS;
        isReported = false;
      }
      if (ended) return;
      clearTimeout(timer);
      timer = setTimeout(look, INTERVAL_MS);
    };
    // What failed tries again after the next look, at growing intervals: some requests may fail although the server answers.
    const report = () => {
      if (isReported) return;
      isReported = true;
      set(true);
      clearTimeout(timer);
      timer = setTimeout(look, interval);
      interval = Math.min(2 * interval, MAX_INTERVAL_MS);
    };
    timer = setTimeout(look, INTERVAL_MS);
    const now = () => void look();
    unreachable.addEventListener("unreachable", report);
    for (const event of ["online", "offline"]) addEventListener(event, now);
    document.addEventListener("visibilitychange", now);
    return () => {
      ended = true;
      unreachable.removeEventListener("unreachable", report);
      clearTimeout(timer);
      for (const event of ["online", "offline"]) removeEventListener(event, now);
      document.removeEventListener("visibilitychange", now);
    };
  }, []);
  return state;
}

/** Calls a function when the connection has come back. */
export function useReturn(act: () => void) {
  const { returned } = useContext(ConnectionContext);
  const seen = useRef(returned);
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (seen.current === returned) return;
    seen.current = returned;
    latest.current();
  }, [returned]);
}

export function ConnectionNote() {
  const words = useWords();
  const { lost } = useContext(ConnectionContext);
  return (
    <p class="lost" role="status">
      {lost && words.server.lost}
    </p>
  );
}
