// What the scripts of tabs that are bundled on their own have from the page (programs.ts): copies would have another state.

import { Fragment } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { jsx, jsxs } from "preact/jsx-runtime";

import { api } from "./api";
import { Board, Queen, Squares } from "./board";
import { BitNumbers, Bits } from "./data/masks";
import { Comparison, DataPanel } from "./data/panel";
import { decompressed, judge } from "./engine/modules";
import { Pool } from "./engine/pool";
import { useHistory } from "./history";
import { LIMITS, METHODS } from "./methods";
import { AddressFaults, Button, Check, CopyLink, ErrorMessage, NumberField, Panel, SelectField, Table, useLoaded } from "./parts";
import { PasteBox } from "./paste";
import { AddressReader, href, leftAt, pushAddress, useAddress, useRemembered, useTab, useTitle } from "./place";
import { Controls, MiniPlayer, RunBoard } from "./player";
import { ApiError } from "./problem";
import { PuzzleBoard } from "./puzzle/drawing";
import * as model from "./puzzle/model";
import { usePuzzleWords } from "./puzzle/words";
import { useFrames, useRun } from "./run";
import { attackedMarks, sceneOf, sceneOfQueens, sentence } from "./scene";
import { loadScript, once } from "./scripts";
import { bits, conflicts, diagonalsThrough, has, isAttacked, queensOf, same, squaresOf, upTo } from "./squares";
import { listingsOf, useListingChoice } from "./trace/listing";
import { Frames } from "./trace/stack";
import { TreeView } from "./treeview";
import { duration, grouped, signed, textsOf, useNumbering, useWords } from "./words";

/** Exports by module; files have their path in this folder. */
const SHARED = {
  "preact/jsx-runtime": { Fragment, jsx, jsxs },
  "preact/hooks": { useEffect, useId, useLayoutEffect, useMemo, useRef, useState },
  api: { api, LIMITS },
  board: { Board, Queen, Squares },
  "data/masks": { BitNumbers, Bits },
  "data/panel": { Comparison, DataPanel },
  "engine/modules": { decompressed, judge },
  "engine/pool": { Pool },
  history: { useHistory },
  methods: { LIMITS, METHODS },
  parts: { AddressFaults, Button, Check, CopyLink, ErrorMessage, NumberField, Panel, SelectField, Table, useLoaded },
  paste: { PasteBox },
  place: { AddressReader, href, leftAt, pushAddress, useAddress, useRemembered, useTab, useTitle },
  player: { Controls, MiniPlayer, RunBoard },
  problem: { ApiError },
  "puzzle/drawing": { PuzzleBoard },
  "puzzle/model": model,
  "puzzle/words": { usePuzzleWords },
  run: { useFrames, useRun },
  scene: { attackedMarks, sceneOf, sceneOfQueens, sentence },
  scripts: { loadScript, once },
  squares: { bits, conflicts, diagonalsThrough, has, isAttacked, queensOf, same, squaresOf, upTo },
  "trace/listing": { listingsOf, useListingChoice },
  "trace/stack": { Frames },
  treeview: { TreeView },
  words: { duration, grouped, signed, textsOf, useNumbering, useWords },
};

(globalThis as unknown as { bezzelShared: typeof SHARED }).bezzelShared = SHARED;
