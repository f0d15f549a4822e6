// The part of the tab "Your program" that is loaded with it: editor, starting points, and the places of moves.

import exercises from "virtual:exercises";
import { Text } from "@codemirror/state";

import { openEditor } from "./editor";
import type { Language } from "./exercise";
import { withSites } from "./sites";

export type { Editor } from "./editor";

const lazy = {
  exercises,
  openEditor,
  withSites: (program: string, language: Language) => withSites(program, language, Text.of(program.split("\n"))),
};

export type Lazy = typeof lazy;
(globalThis as unknown as { bezzelProgram: Lazy }).bezzelProgram = lazy;
