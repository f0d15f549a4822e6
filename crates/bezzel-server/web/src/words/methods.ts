// Names and descriptions of the methods, as the library has them.

import type { MethodName } from "../api";
import { METHODS } from "../methods";

interface Text {
  english: string;
  chinese: string;
}

/** The descriptions in one language, by the names of the methods. */
export function methodWords(language: keyof Text) {
  const each = (text: (method: (typeof METHODS)[number]) => Text | null) =>
    Object.fromEntries(METHODS.map((method) => [method.name, text(method)?.[language] ?? ""])) as Record<MethodName, string>;
  return {
    methods: each(({ title }) => title),
    ideas: each(({ idea }) => idea),
    times: each(({ time }) => time),
    memories: each(({ memory }) => memory),
    taught: each(({ taught }) => taught),
  };
}
