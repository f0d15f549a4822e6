// Client of the server's JSON API. The types come from its OpenAPI document (`npm run types`).

import type { METHODS } from "./methods";
import type { components } from "./schema";
import { SITE } from "./site";
import { siteApi } from "./siteapi";

type Schemas = components["schemas"];
export type Square = Schemas["Square"];
export type Line = Schemas["Line"];
export type Conflict = Schemas["Conflict"];
export type Symmetry = Schemas["Symmetry"];
export type SymmetryClass = Schemas["SymmetryClass"];
export type MethodView = (typeof METHODS)[number];
export type MethodName = MethodView["name"];
export type Step = Schemas["ShownStep"];
export type StepKind = string;
export type Frame = Schemas["Frame"];
export type Table = Schemas["Table"];
export type Listing = Schemas["Listing"];
export type DecisionTree = Schemas["DecisionTree"];
export type Decision = Schemas["Decision"];
export type Data = Schemas["Data"];
export type Masks = Schemas["Masks"];
export type Probe = Schemas["Probe"];
export type Counters = Schemas["Counters"];
export type Branch = Schemas["Branch"];
export type Page = Schemas["Page"];
export type Length = Schemas["Length"];
export type Found = Schemas["Found"];
export type Completion = Schemas["Completion"];
export type Impossibility = Schemas["Impossibility"];
export type Proof = Schemas["Proof"];
export type Drawn = Schemas["Drawn"];
export type Occupancies = Schemas["Occupancies"];
export type Orbit = Schemas["Orbit"];
export type Gallery = Schemas["Gallery"];
export type Solution = Schemas["Solution"];
export type Filter = Schemas["Filter"];
export type Written = Schemas["Written"];
export type RaceMessage = Schemas["Message"];
export type CountView = Schemas["CountView"];
export type BackendView = Schemas["BackendView"];
export type PublishedTotal = Schemas["PublishedTotal"];
export type Problem = Schemas["Problem"];
export type Reason = Schemas["Reason"];
export type Campaigns = Schemas["Campaigns"];

/** An error that the server reported, or a failed connection. */
export class ApiError extends Error {
  constructor(
    readonly code: Problem["code"] | "unreachable" | "needs-machine",
    detail: string,
    readonly reason?: Reason,
  ) {
    super(detail);
  }
}

/** Reports each request that failed without an answer, so that the page says so and tries again when the server is back. */
export const unreachable = new EventTarget();

type Query = { [name: string]: string | number | boolean | undefined };

function address(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
  return pairs.length === 0 ? path : `${path}?${text}`;
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    unreachable.dispatchEvent(new Event("unreachable"));
    throw new ApiError("unreachable", String(error));
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new ApiError(problem?.code ?? "internal", problem?.detail ?? response.statusText, problem?.reason ?? undefined);
}

async function get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
  const response = await ask(address(path, query), signal ? { signal } : {});
  return (await response.json()) as T;
}

async function post<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const headers = { "content-type": "application/json" };
  const init = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  const response = await ask(path, { method: "POST", ...init, ...(signal ? { signal } : {}) });
  return (await response.json()) as T;
}

/** A run of a method, on a board in one word unless it is empty. */
type Run = { method: MethodName; n: number; board?: string | undefined };
type Board = { n: number; queens: Square[]; blocked?: Square[] };

/** A step to find: of one of these kinds, or with at most this number of queens above its row. */
export interface Goal {
  kinds?: StepKind[];
  depth?: number;
}

const serverApi = {
  source: async (file: string) => (await ask(`/api/sources/${file}`)).text(),
  steps: (run: Run, from: number, len: number, signal?: AbortSignal) =>
    get<Page>("/api/steps", { ...run, from, len }, signal),
  find: (run: Run, { kinds, depth }: Goal, at: number | undefined, back: boolean, signal?: AbortSignal) =>
    get<Found>("/api/steps/find", { ...run, at, back, kinds: kinds?.join(","), depth }, signal),
  listings: (method: MethodName) => get<Listing[]>(`/api/listings/${method}`),
  tree: (run: Run, depth: number, root: number | undefined, signal?: AbortSignal) =>
    get<DecisionTree>("/api/tree", { ...run, depth, root }, signal),
  run: (run: Run, signal?: AbortSignal) => get<Length>("/api/run", run, signal),
  complete: (board: Board, signal?: AbortSignal) => post<Completion>("/api/board/complete", board, signal),
  random: (board: Board, signal?: AbortSignal) => post<Drawn>("/api/board/random", board, signal),
  /** Fails if no random completion of the board is drawn. */
  isDrawn: (board: Board, signal?: AbortSignal) => post<Drawn>("/api/board/random?count=0", board, signal),
  occupancy: (board: Board, signal?: AbortSignal) => post<Occupancies>("/api/board/occupancy", board, signal),
  orbit: (board: Board, signal?: AbortSignal) => post<Orbit>("/api/board/orbit", board, signal),
  export: async (board: Board, notation: Written) => {
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(board) };
    return (await ask(address("/api/board/export", { notation }), init)).text();
  },
  solutions: (n: number, filter: Filter, from: number, len: number, signal?: AbortSignal) =>
    get<Gallery>("/api/solutions", { n, filter, from, len }, signal),
  count: (id: number) => get<CountView>(`/api/counts/${id}`),
  counts: () => get<CountView[]>("/api/counts"),
  backends: () => get<BackendView[]>("/api/backends"),
  start: (n: number, backend: string | undefined, threads: number | undefined, double_check: boolean) =>
    post<CountView>("/api/counts", { n, backend, threads, double_check }),
  stop: (id: number) => post<CountView>(`/api/counts/${id}/stop`),
  resume: (id: number) => post<CountView>(`/api/counts/${id}/resume`),
  delete: (id: number) => ask(`/api/counts/${id}`, { method: "DELETE" }),
  campaigns: () => get<Campaigns>("/api/campaigns"),
  open: (file: string, backend: string | undefined, threads: number | undefined) =>
    post<CountView>("/api/campaigns", { file, backend, threads }),
  records: () => get<PublishedTotal[]>("/api/records"),
};

export const api: typeof serverApi = SITE ? siteApi : serverApi;

/** Repeats the request of a failed stream to learn the cause, which `EventSource` does not report. */
export async function whyEnded(path: string, query: Query): Promise<unknown> {
  if (SITE) return new ApiError("needs-machine", "this needs bezzel on your machine");
  const abort = new AbortController();
  try {
    await ask(address(path, query), { signal: abort.signal });
  } catch (error) {
    return error;
  }
  abort.abort();
  return new ApiError("busy", "the stream ended early");
}

/** Receives server-sent events until the returned function is called. */
export function listen<T>(
  path: string,
  query: Query,
  message: (message: T) => void,
  ended: () => void,
): () => void {
  if (SITE) {
    const timer = setTimeout(ended);
    return () => clearTimeout(timer);
  }
  const source = new EventSource(address(path, query));
  source.onmessage = (event) => message(JSON.parse(event.data as string) as T);
  source.onerror = () => {
    // The server closes a finished stream. Without `close` the browser would reconnect.
    if (source.readyState !== EventSource.CLOSED) source.close();
    ended();
  };
  return () => source.close();
}
