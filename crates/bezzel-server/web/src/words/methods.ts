// Names and descriptions of the methods, as the library has them.

import type { Counters, MethodName, Text } from "../api";
import { METHODS } from "../methods";

/** Names of all methods, and of those that count. */
export const NAMES: MethodName[] = METHODS.map(({ name }) => name);
export const COUNTING: MethodName[] = METHODS.filter((method) => method.largest_in_a_second !== null).map(({ name }) => name);

/** The description of a method: among others the panels and the work counters that it has. */
export const methodOf = (name: MethodName) => METHODS.find((method) => method.name === name)!;

/** The descriptions in one language, by the names of the methods, and the names of work counters of searches. */
export function methodWords(language: keyof Text) {
  const each = (text: (method: (typeof METHODS)[number]) => Text | null) =>
    Object.fromEntries(METHODS.map((method) => [method.name, text(method)?.[language] ?? ""])) as Record<MethodName, string>;
  return {
    methods: each(({ title }) => title),
    ideas: each(({ idea }) => idea),
    times: each(({ time }) => time),
    memories: each(({ memory }) => memory),
    taught: each(({ taught }) => taught),
    counters: Object.fromEntries(METHODS[0].counters.map(({ work, title }) => [work, title[language]])) as Record<keyof Counters, string>,
  };
}
