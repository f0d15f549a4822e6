// Measurements of methods on this machine.

import { useEffect, useState } from "preact/hooks";

import { api, type Measurement, type Race } from "./api";
import { upTo } from "./squares";
import { COUNTING } from "./words/methods";

export type Measured = Extract<Measurement, { event: "measured" }>;

/** Races of all methods that count, of two to four each, at n or up to it. */
export const racesOf = (n: number): Race[] =>
  upTo(Math.ceil(COUNTING.length / 4)).map((race, _, races) => ({ methods: COUNTING.filter((_, at) => at % races.length === race), n }));

/** Measures races one after another, once in each turn, until the component is left. */
export function useRaces(races: Race[] | undefined, turn = 0) {
  const [measured, setMeasured] = useState<Measured[]>([]);
  const [skipped, setSkipped] = useState<Exclude<Measurement, Measured>[]>([]);
  const [finished, setFinished] = useState(false);
  const [error, setError] = useState<unknown>();
  const key = JSON.stringify([races, turn]);
  useEffect(() => {
    if (!races) return;
    const abort = new AbortController();
    setMeasured([]);
    setSkipped([]);
    setFinished(false);
    setError(undefined);
    const tell = (one: Measurement) =>
      one.event === "measured" ? setMeasured((before) => [...before, one]) : setSkipped((before) => [...before, one]);
    const measure = async () => {
      for (const race of races) await api.race(race, tell, abort.signal);
    };
    const end = (error?: unknown) => {
      if (abort.signal.aborted) return;
      setError(error);
      setFinished(true);
    };
    measure().then(() => end(), end);
    return () => abort.abort();
  }, [key]);
  return { measured, skipped, finished, error };
}
