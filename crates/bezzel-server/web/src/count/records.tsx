// Published totals with their sources.

import { Panel, Table } from "../parts";
import { duration, grouped, useWords, type Words } from "../words";
import stored from "./records.json";

/** A published value of Q(n). */
interface PublishedTotal {
  n: number;
  solutions: string;
  fundamental: string;
  /** Authors, if the source names them. */
  by: string | null;
  year: number | null;
  /** Method and machines. */
  how: { en: string; zh: string } | null;
  /** Address of the source. */
  source: string;
  /** CPU seconds of a saved count, from RECORDS.md. */
  cpu_seconds?: number;
}

export const RECORDS: readonly PublishedTotal[] = stored;

/** Year and circumstances of a published value, if its source gives them. */
function details({ year, how }: PublishedTotal, words: Words): string[] {
  return [year ? [String(year)] : [], how ? [words.code === "en" ? how.en : how.zh] : []].flat();
}

const aside = (parts: string[], words: Words) => (parts.length > 0 ? words.aside(...parts) : "");

/** Published value for this n. */
export function Known({ record, n }: { record: PublishedTotal | undefined; n: number }) {
  const words = useWords();
  if (!record) return null;
  const by = aside([...(record.by ? [record.by] : []), ...details(record, words)], words);
  return (
    <p class="note">
      {words.count.known(`${words.count.of(n)} = ${grouped(record.solutions)}`, by)}
      {record.cpu_seconds != null && " · "}
      <ByBezzel record={record} />
    </p>
  );
}

/** CPU time of a saved count, if there was one. */
function ByBezzel({ record }: { record: PublishedTotal }) {
  const words = useWords();
  if (record.cpu_seconds == null) return null;
  return <small class="note">{words.count.byBezzel(duration(record.cpu_seconds, words))}</small>;
}

export function History() {
  const words = useWords();
  const says = words.count;
  return (
    <Panel title={says.history}>
      <p class="note">{says.historyHelp}</p>
      <Table
        label={says.historyHelp}
        heads={["n", says.solutions, says.fundamentalHead, says.who, says.source]}
        texts={[3, 4]}
        rows={RECORDS.toReversed().map((record) => ({
          key: record.n,
          cells: [
            record.n,
            grouped(record.solutions),
            grouped(record.fundamental),
            <>
              {record.by}
              {aside(details(record, words), words)}
              {record.by && record.cpu_seconds != null && " · "}
              <ByBezzel record={record} />
            </>,
            <a key="source" href={record.source} rel="noreferrer noopener" target="_blank">
              {new URL(record.source).hostname}
            </a>,
          ],
        }))}
      />
      <p class="note">{says.unknown}</p>
    </Panel>
  );
}
