// The presentation view: a large board for a projector, with all panels of the run beside it. The key P or
// `present=1` in the address opens it; Escape closes it.

import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { useTabKeys } from "./keys";
import { BoardLegend } from "./legend";
import { Button, CopyLink } from "./parts";
import type { AddressReader, Query } from "./place";
import { Controls, RunBoard, Sentence } from "./player";
import type { Run } from "./run";
import { RunPanels } from "./runpanels";
import { useWords } from "./words";

/** The state of the presentation view, open or not, and its switch. */
interface Presenting {
  open: boolean;
  set: (open: boolean) => void;
}

/** Reads the view of an address. */
export const readPresent = (address: AddressReader): boolean => address.one("present", ["1", "0"], "0") === "1";

/** The address of the view; nothing while it is closed. */
export const presentQuery = ({ open }: Presenting): Query => (open ? { present: 1 } : {});

export function usePresenting(first: boolean): Presenting {
  const [open, set] = useState(first);
  useTabKeys((event) => {
    if ((event.target as Element).closest?.("select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "p" || event.key === "P") set(!open);
    else if (event.key === "Escape" && open) set(false);
    else return;
    event.preventDefault();
  });
  return { open, set };
}

/** Copies the address of the present step, and opens the presentation view. */
export function RunActions({ place, presenting }: { place: string; presenting: Presenting }) {
  const words = useWords();
  return (
    <div class="row-of run-actions">
      <CopyLink place={place} label={words.share.link} />
      <Button title={words.present.help} onClick={() => presenting.set(true)} text={words.present.open} />
    </div>
  );
}

interface PresentationProps {
  run: Run;
  title: string;
  presenting: Presenting;
}

export function Presentation({ run, title, presenting }: PresentationProps) {
  const words = useWords();
  const leave = useRef<HTMLButtonElement>(null);
  // The button that opened the view is gone.
  useLayoutEffect(() => leave.current?.focus({ preventScroll: true }), []);
  return (
    <div class="presentation">
      <div class="presentation-board">
        <RunBoard run={run} />
        <BoardLegend />
        <Controls run={run} keys />
      </div>
      <div class="presentation-side">
        <header>
          <h1>{title}</h1>
          <button ref={leave} type="button" title={words.present.help} onClick={() => presenting.set(false)}>
            {words.present.close}
          </button>
        </header>
        <Sentence run={run} />
        <RunPanels run={run} />
      </div>
    </div>
  );
}
