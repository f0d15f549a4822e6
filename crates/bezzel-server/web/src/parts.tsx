// Small components shared by several tabs.

import type { ComponentChildren, ComponentProps } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useReturn } from "./connection";
import { AddressReader, type Fault } from "./place";
import { ApiError } from "./problem";
import { useWords } from "./words";

/** A button with a text; it sends no form. */
export const Button = ({ text, ...others }: ComponentProps<"button"> & { text: ComponentChildren }) => (
  <button type="button" {...others}>
    {text}
  </button>
);

/** A field for a whole number; only values within the bounds are passed on. */
export function NumberField(props: {
  label: string;
  value: number | undefined;
  least: number;
  most: number;
  onValue: (value: number) => void;
  /** Called when the field is emptied; without it an empty field is an error. */
  onEmpty?: () => void;
  placeholder?: string;
}) {
  const { label, value, least, most } = props;
  const words = useWords();
  const id = useId();
  const [text, setText] = useState(String(value ?? ""));
  // A layout effect, so that it does not overwrite later input.
  useLayoutEffect(() => setText(String(value ?? "")), [value]);
  const isGood = (text: string) =>
    text === "" ? props.onEmpty !== undefined : /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most;
  const change = (text: string) => {
    setText(text);
    if (!isGood(text)) return;
    if (text === "") props.onEmpty?.();
    else props.onValue(Number(text));
  };
  const step = (by: number) => change(String(Math.min(most, Math.max(least, (value ?? least) + by))));
  return (
    <div class="field number">
      <label for={id}>{label}</label>
      <div class="stepper">
        <Button onClick={() => step(-1)} disabled={(value ?? least) <= least} aria-label={`${label} − 1`} text="−" />
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          placeholder={props.placeholder}
          value={text}
          aria-invalid={!isGood(text)}
          aria-describedby={`${id}-error`}
          onInput={(event) => change(event.currentTarget.value.trim())}
        />
        <Button onClick={() => step(1)} disabled={(value ?? least) >= most} aria-label={`${label} + 1`} text="+" />
      </div>
      <p class="error" id={`${id}-error`} role="alert">
        {isGood(text) ? "" : words.numberFrom(least, most)}
      </p>
    </div>
  );
}

export function SelectField<T extends string>(props: {
  label: string;
  value: T;
  options: readonly T[];
  name: (value: T) => string;
  onValue: (value: T) => void;
  id?: string;
  /** True if the label is only for screen readers, and a hint for others. */
  quiet?: boolean;
}) {
  const { label, value, options, name, onValue, quiet } = props;
  const own = useId();
  const id = props.id ?? own;
  return (
    <div class="field">
      <label for={id} class={quiet ? "hidden" : ""}>
        {label}
      </label>
      <select id={id} title={quiet ? label : undefined} value={value} onChange={(event) => onValue(event.currentTarget.value as T)}>
        {options.map((one) => (
          <option key={one} value={one}>
            {name(one)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A box to tick. */
export function Check({ label, value, onValue }: { label: string; value: boolean; onValue: (value: boolean) => void }) {
  return (
    <label class="check">
      <input type="checkbox" checked={value} onChange={(event) => onValue(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

export function Panel(props: { title: string; class?: string; children: ComponentChildren; aside?: ComponentChildren }) {
  const id = useId();
  return (
    <section class={`panel ${props.class ?? ""}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{props.title}</h2>
        {props.aside}
      </header>
      {props.children}
    </section>
  );
}

/** A table, which scrolls in a narrow window. */
export function Table(props: {
  label: string;
  heads: string[];
  /** Numbers of the columns that have words. */
  texts?: number[];
  /** True if the first cell of each row is its head. */
  named?: boolean;
  /** The classes of a row and of its cells may be given. */
  rows: { key: string | number; class?: string | undefined; cells: ComponentChildren[]; looks?: string[] }[];
  class?: string;
}) {
  const kind = (at: number) => (props.texts?.includes(at) ? "text" : undefined);
  return (
    <div class={`table ${props.class ?? ""}`} tabIndex={0} role="region" aria-label={props.label}>
      <table>
        {props.heads.length > 0 && (
          <thead>
            <tr>
              {props.heads.map((head, at) =>
                head === "" ? (
                  <td key={at} />
                ) : (
                  <th key={at} scope="col" class={kind(at)}>
                    {head}
                  </th>
                ),
              )}
            </tr>
          </thead>
        )}
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.key} class={row.class}>
              {row.cells.map((cell, at) => {
                const Cell = props.named && at === 0 ? "th" : "td";
                return (
                  <Cell key={at} scope={Cell === "th" ? "row" : undefined} class={row.looks?.[at] ?? kind(at)}>
                    {cell}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Error of a request, in the language of the page. */
export function ErrorMessage({ error }: { error: unknown }) {
  const words = useWords();
  if (error === undefined) return null;
  const known = error instanceof ApiError ? error : undefined;
  const told = known?.text && words.told(known.text);
  // The text of what is not accepted needs no other sentence.
  const head = known?.code === "unacceptable" ? told : undefined;
  return (
    <p class="error-message" role="alert">
      {head ?? words.problems[known?.code ?? "internal"]}
      {told && !head && <small>{told}</small>}
    </p>
  );
}

const ICONS = {
  play: "M7 4l13 8l-13 8z",
  pause: "M6 4h4v16h-4zM14 4h4v16h-4z",
  forward: "M5 4l9 8l-9 8zM16 4h3v16h-3z",
  back: "M19 4l-9 8l9 8zM5 4h3v16h-3z",
  next: "M3 5l7 7l-7 7zM17 4l1.6 4.6h4.9l-4 2.9l1.5 4.7l-4 -2.9l-4 2.9l1.5 -4.7l-4 -2.9h4.9z",
  previous: "M21 5l-7 7l7 7zM7 4l1.6 4.6h4.9l-4 2.9l1.5 4.7l-4 -2.9l-4 2.9l1.5 -4.7l-4 -2.9h4.9z",
  start: "M20 4l-8 8l8 8zM12 4l-8 8l8 8z",
};
type IconName = keyof typeof ICONS;

export function IconButton(props: { icon: IconName; label: string; primary?: boolean; disabled?: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      class={props.primary ? "icon primary" : "icon"}
      title={props.label}
      aria-label={props.label}
      disabled={props.disabled}
      onClick={props.onPress}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={ICONS[props.icon]} />
      </svg>
    </button>
  );
}

/** Copies the address of a place. */
export function CopyLink({ place, label }: { place: string; label: string }) {
  const { copied, notCopied } = useWords().board;
  const [note, setNote] = useState("");
  useEffect(() => setNote(""), [place]);
  const copy = () =>
    navigator.clipboard.writeText(new URL(place, location.href).href).then(
      () => setNote(copied),
      () => setNote(notCopied),
    );
  return (
    <>
      <Button onClick={copy} text={label} />
      <span role="status" class="note">
        {note}
      </span>
    </>
  );
}

/** Reads the address with which a tab was opened; the second value names what was not accepted there. */
export function useOpened<T>(query: URLSearchParams, read: (address: AddressReader) => T): [T, ComponentChildren] {
  return useMemo(() => {
    const address = new AddressReader(query);
    return [read(address), <AddressFaults key={query} faults={address.finish()} />];
  }, [query]);
}

/** Names the values of the address that were not accepted. */
export function AddressFaults({ faults }: { faults: Fault[] }) {
  const { address: says, acts } = useWords();
  const [closed, close] = useState(false);
  if (faults.length === 0 || closed) return null;
  return (
    <div class="error-message faults" role="alert">
      <ul>
        {faults.map((fault) => (
          <li key={`${fault.name} ${fault.value}`}>{says.fault(fault)}</li>
        ))}
      </ul>
      <Button onClick={() => close(true)} text={acts.close} />
    </div>
  );
}

/** Loads a value once, again whenever `key` changes, and after an error when the server is back. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, key: unknown): { value?: T; error?: unknown } {
  const [state, setState] = useState<{ key?: unknown; value?: T; error?: unknown }>({});
  const [attempt, setAttempt] = useState(0);
  const failed = useRef(false);
  failed.current = state.error !== undefined;
  useReturn(() => failed.current && setAttempt(attempt + 1));
  // A layout effect, so that a cached value is there when the frame is drawn.
  useLayoutEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    setState({ key });
    load(signal).then(
      (value) => signal.aborted || setState({ key, value }),
      (error: unknown) => signal.aborted || setState({ key, error }),
    );
    return () => abort.abort();
  }, [key, attempt]);
  // Not even for one frame is a value shown that belongs to another key.
  return state.key === key ? state : {};
}
