// The modules of the colour-split counter, with and without vector instructions, in Node: `node --test`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';

const folder = new URL('../../bezzel-server/built/modules/', import.meta.url);
const bytes = (name) => gunzipSync(readFileSync(new URL(`${name}.wasm.gz`, folder)));

// Published values (OEIS A000170), from the vectors of the library.
const vectors = readFileSync(new URL('../../bezzel-oracle/vectors/totals.csv', import.meta.url), 'utf8');
const totals = new Map(
  vectors
    .split('\n')
    .map((line) => line.split(','))
    .filter(([n, q]) => /^\d+$/.test(n) && /^\d+$/.test(q ?? ''))
    .map(([n, q]) => [Number(n), q]),
);

// A module that answers requests about counts.
function start(name) {
  const messages = [];
  const host = {
    seconds: () => performance.now() / 1000,
    tell: (address, length) => messages.push(read(address, length)),
  };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes(name)), { host });
  const read = (address, length) =>
    JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, address >>> 0, length)));
  return (count) => {
    const text = new TextEncoder().encode(JSON.stringify({ count }));
    const address = exports.request(text.length) >>> 0;
    new Uint8Array(exports.memory.buffer, address, text.length).set(text);
    const length = exports.answer();
    const answer = read(exports.answer_address(), length);
    if (answer.problem) throw new Error(answer.problem.detail);
    return answer.answer;
  };
}

const counters = { portable: start('counter'), simd128: start('counter-simd') };
const empty = (n) => ({ n, queens: [] });

// The unit, the value and the work counters of a result's line, which also has the backend, times and a checksum.
const numbers = ({ line }) => line.split(' ').filter((_, at) => at === 3 || (at >= 6 && at < 10));
const plan = (ask, n) => ask({ plan: { n, ledger: '' } });
const unit = (ask, n, index) => ask({ unit: { n, index, time: 0 } });

test('each module has the backend of its name', () => {
  for (const [backend, ask] of Object.entries(counters)) assert.equal(plan(ask, 8).backend, backend);
});

test('totals by units are the published ones, with equal results of both modules', () => {
  for (let n = 8; n <= 14; n++) {
    const { line, order } = plan(counters.simd128, n);
    const lines = order.map((index) => {
      const [one, other] = Object.values(counters).map((ask) => unit(ask, n, index));
      assert.deepEqual(numbers(one), numbers(other));
      return other.line;
    });
    for (const ask of Object.values(counters)) {
      const total = ask({ total: { n, ledger: [line, ...lines].join('\n') } });
      assert.equal(total.solutions, totals.get(n), `n = ${n}`);
      assert.deepEqual(total.checks, ['units', 'bounds', 'whole-solutions', 'half-turn']);
    }
  }
});

test('units of larger boards have equal results in both modules', () => {
  for (const n of [16, 17, 18, 19, 20]) {
    const { order } = plan(counters.simd128, n);
    // The most expensive one of the cheaper half, the cheapest, and one between.
    for (const index of [0.5, 0.75, 1].map((part) => order[Math.ceil(part * order.length) - 1])) {
      const [one, other] = Object.values(counters).map((ask) => numbers(unit(ask, n, index)));
      assert.deepEqual(one, other, `n = ${n}, unit ${index}`);
    }
  }
});

test('occupancies and random completions are equal in both modules', () => {
  const boards = [empty(10), { n: 12, queens: [{ row: 0, column: 3 }], blocked: [{ row: 5, column: 5 }] }];
  for (const board of boards) {
    for (const request of [{ whole: { of: 'occupancy', board } }, { random: { board, count: 5, seed: 3 } }]) {
      const [one, other] = Object.values(counters).map((ask) => ask(request));
      assert.deepEqual(one, other);
    }
  }
});

test('the modules are small', () => {
  for (const [name, kilobytes] of [['engine', 250], ['puzzles', 240], ['counter', 270], ['counter-simd', 265]]) {
    const compressed = gzipSync(bytes(name), { level: 9 }).length;
    assert.ok(compressed <= 1000 * kilobytes, `${name}: expected ${kilobytes} KB, found ${compressed} bytes`);
  }
});
