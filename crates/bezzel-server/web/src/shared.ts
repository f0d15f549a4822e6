// What the script of a tab that is bundled on its own has from the page (programs.ts): copies would have another state.

import { Fragment } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { jsx, jsxs } from "preact/jsx-runtime";

import { api } from "./api";
import { Board } from "./board";
import { decompressed, judge } from "./engine/modules";
import { Pool } from "./engine/pool";
import { METHODS } from "./methods";
import { AddressFaults, ErrorMessage, NumberField, Panel, SelectField, useLoaded } from "./parts";
import { AddressReader, href, useAddress, useRemembered, useTab, useTitle } from "./place";
import { Controls } from "./player";
import { useFrames } from "./run";
import { loadScript } from "./scripts";
import { TreeView } from "./treeview";
import { duration, grouped, useWords } from "./words";

/** Exports by module; files have their path in this folder. */
const SHARED = {
  "preact/jsx-runtime": { Fragment, jsx, jsxs },
  "preact/hooks": { useEffect, useId, useLayoutEffect, useMemo, useRef, useState },
  api: { api },
  board: { Board },
  "engine/modules": { decompressed, judge },
  "engine/pool": { Pool },
  methods: { METHODS },
  parts: { AddressFaults, ErrorMessage, NumberField, Panel, SelectField, useLoaded },
  place: { AddressReader, href, useAddress, useRemembered, useTab, useTitle },
  player: { Controls },
  run: { useFrames },
  scripts: { loadScript },
  treeview: { TreeView },
  words: { duration, grouped, useWords },
};

(globalThis as unknown as { bezzelShared: typeof SHARED }).bezzelShared = SHARED;
