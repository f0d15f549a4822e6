// Requests to the engine or to the server that were not answered.

import type * as engine from "./engine/types";
import type * as server from "./schema";

export type Reason = engine.Reason | server.Reason;

/** Kinds of problems: those of the server, and those of the engine. */
type Code = server.Code | "unreachable" | "missing" | "no-wasm" | "damaged" | "ended";

/** An error that the engine or the server reported, or a failed connection. */
export class ApiError extends Error {
  constructor(
    readonly code: Code,
    detail: string,
    readonly reason?: Reason,
  ) {
    super(detail);
  }
}

/** Reports each request that failed without an answer, so that the page says so and tries again when the server is back. */
export const unreachable = new EventTarget();
