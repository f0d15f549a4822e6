// Values of variables, as Python and JavaScript write them.

type Value = null | boolean | number | string | Value[] | { pairs: [Value, Value][] };

/** Reads a value as Python or JavaScript writes it; undefined if it is no collection of plain values. */
export function readValue(text: string): Value | undefined {
  const tokens = text.match(/\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\w.+-]+|[^\s])/g)?.map((token) => token.trim()) ?? [];
  let at = 0;
  const value = (): Value | undefined => {
    const token = tokens[at++];
    if (token === undefined) return undefined;
    if (/^[[({]$/.test(token)) return items(token);
    if (/^['"]/.test(token)) return token.slice(1, -1);
    if (/^-?\d+(\.\d+)?$/.test(token)) return Number(token);
    const word: { [token: string]: Value } = {
      True: true,
      true: true,
      False: false,
      false: false,
      None: null,
      null: null,
      undefined: null,
    };
    return word[token];
  };
  const items = (open: string): Value | undefined => {
    const close = { "[": "]", "(": ")" }[open] ?? "}";
    const [list, pairs]: [Value[], [Value, Value][]] = [[], []];
    while (tokens[at] !== close) {
      // The keys of JavaScript's objects have no quotes.
      const item = open === "{" && tokens[at + 1] === ":" && /^[a-z_$]/i.test(tokens[at]!) ? tokens[at++] : value();
      if (item === undefined) return undefined;
      if (open === "{" && tokens[at] === ":") {
        at++;
        const held = value();
        if (held === undefined) return undefined;
        pairs.push([item, held]);
      } else if (open === "{") pairs.push([item, true]);
      else list.push(item);
      if (tokens[at] === ",") at++;
      else if (tokens[at] !== close) return undefined;
    }
    at++;
    return open === "{" ? { pairs } : list;
  };
  const read = value();
  return at === tokens.length ? read : undefined;
}
