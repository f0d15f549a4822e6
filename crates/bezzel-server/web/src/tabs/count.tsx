// Count tab: counts with live progress, in the browser and on the server.

import { useMemo, useState } from "preact/hooks";

import { BrowserCount } from "../count/browser";
import { History, Known, RECORDS } from "../count/records";
import { MAX_THREADS, type ServerChoice, ServerCounts } from "../count/server";
import { AddressFaults, NumberField, Panel } from "../parts";
import { AddressReader, useAddress, useTitle } from "../place";
import { SERVED } from "../server";
import { useWords } from "../words";

const MAX_N = 27;

function readAddress(query: URLSearchParams) {
  const address = new AddressReader(query);
  const n = address.whole("n", 1, MAX_N, 16);
  const threads = address.whole("threads", 1, MAX_THREADS, undefined);
  const backend = address.text("backend") ?? "";
  const doubleCheck = address.one("twice", ["0", "1"], "0") === "1";
  return { n, choice: { threads, backend, doubleCheck }, faults: address.finish() };
}

export function Count({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const says = words.count;
  const first = useMemo(() => readAddress(query), []);
  const [n, setSize] = useState(first.n);
  const [choice, choose] = useState<ServerChoice>(first.choice);
  const { backend, threads, doubleCheck } = choice;
  useTitle(words.tabs.count);
  useAddress({ n, ...(backend ? { backend } : {}), ...(threads ? { threads } : {}), ...(doubleCheck ? { twice: 1 } : {}) });
  return (
    <div class="counts">
      <AddressFaults faults={first.faults} />
      <p class="note">{says.intro}</p>
      <div class="count-form">
        <NumberField label={words.queens} value={n} least={1} most={MAX_N} onValue={setSize} />
      </div>
      <Known record={RECORDS.find((record) => record.n === n)} n={n} />
      <Panel title={says.here.title}>
        <BrowserCount n={n} />
      </Panel>
      {SERVED && (
        <Panel title={says.server}>
          <p class="note">{says.serverNote}</p>
          <ServerCounts n={n} choice={choice} choose={choose} />
        </Panel>
      )}
      <History />
    </div>
  );
}
