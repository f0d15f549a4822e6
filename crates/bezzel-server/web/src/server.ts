// Client of the server's JSON API: counts on all cores and GPUs, and ledgers. The types come from its OpenAPI
// document (`npm run types`).

import { ApiError, unreachable } from "./problem";
import type { BackendView, CountView, Ledgers, Problem } from "./schema";

export type { BackendView, CountView };

/** True if the page comes from `bezzel serve`, which marks it. */
export const SERVED = document.documentElement.dataset.server !== undefined;

async function ask(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    unreachable.dispatchEvent(new Event("unreachable"));
    throw new ApiError("unreachable", String(error));
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new ApiError(problem?.code ?? "internal", problem?.detail ?? response.statusText, problem?.text ?? undefined);
}

const get = async <T>(path: string) => (await (await ask(path)).json()) as T;

async function post<T>(path: string, body?: unknown): Promise<T> {
  const headers = { "content-type": "application/json" };
  const init = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  return (await (await ask(path, { method: "POST", ...init })).json()) as T;
}

export const server = {
  counts: () => get<CountView[]>("/api/counts"),
  backends: () => get<BackendView[]>("/api/backends"),
  start: (n: number, backend: string | undefined, threads: number | undefined, double_check: boolean) =>
    post<CountView>("/api/counts", { n, backend, threads, double_check }),
  stop: (id: number) => post<CountView>(`/api/counts/${id}/stop`),
  resume: (id: number) => post<CountView>(`/api/counts/${id}/resume`),
  delete: (id: number) => ask(`/api/counts/${id}`, { method: "DELETE" }),
  ledgers: () => get<Ledgers>("/api/ledgers"),
  open: (file: string, backend: string | undefined, threads: number | undefined) =>
    post<CountView>("/api/ledgers", { file, backend, threads }),
};
