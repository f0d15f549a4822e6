// Requests to the engine or to the server that were not answered.

import type { Problem, Text } from "./engine/types";
import type { Code as ServerCode } from "./schema";

/** Kinds of problems of the server and of the engine. */
type Code = ServerCode | "unreachable" | "missing" | "no-wasm" | "damaged" | "ended";

/** An error that the engine or the server reported, or a failed connection. */
export class ApiError extends Error {
  constructor(
    readonly code: Code,
    detail: string,
    /** The sentence for people. */
    readonly text?: Text,
    readonly kind?: Problem["kind"],
  ) {
    super(detail);
  }
}

/** Reports each request that failed without an answer, so that the page says so and tries again when the server is back. */
export const unreachable = new EventTarget();
