// Load test: 200 readers follow 200 runs, page after page (`node tests/load.mjs 60`).
// No request may fail, and the memory of the server stays bounded.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import http from "node:http";
import { setTimeout } from "node:timers/promises";

import { COUNTING, serve } from "./browser.mjs";

const READERS = 200;
const MAX_MEMORY_MIB = 512;
const seconds = Number(process.argv[2] ?? 60);
assert.ok(seconds > 0, "usage: node tests/load.mjs SECONDS");

const METHODS = COUNTING.map(({ name }) => name);

const server = await serve();
const agent = new http.Agent({ keepAlive: true, maxSockets: READERS });

/** Returns the memory of the server in MiB. */
async function memory() {
  const status = await readFile(`/proc/${server.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
}

function get(path) {
  return new Promise((resolve, reject) => {
    const request = http.get(new URL(path, server.url), { agent }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => resolve({ status: response.statusCode, body: Buffer.concat(parts) }));
      response.on("error", reject);
    });
    request.on("error", (error) => {
      // The server closes connections that wait for five seconds, which this process may notice late.
      if (request.reusedSocket && error.code === "ECONNRESET") resolve(get(path));
      else reject(error);
    });
  });
}

const ends = Date.now() + seconds * 1000;
const waits = [];
let [pages, steps, bytes] = [0, 0, 0];

/** Reads runs one after another, each from its first step. */
async function reader(number) {
  const method = METHODS[number % METHODS.length];
  const n = 6 + (number % 7);
  let from = 0;
  while (Date.now() < ends) {
    const started = Date.now();
    const { status, body } = await get(`/api/steps?method=${method}&n=${n}&from=${from}&len=256`);
    waits.push(Date.now() - started);
    assert.equal(status, 200, body.toString());
    const page = JSON.parse(body);
    page.steps.forEach(({ index }, at) => assert.equal(index, from + at));
    pages++;
    steps += page.steps.length;
    bytes += body.length;
    from = page.ended ? 0 : from + page.steps.length;
  }
}

let most = 0;
let isOver = false;
const watch = (async () => {
  for (; !isOver; await setTimeout(200)) most = Math.max(most, await memory());
})();
await Promise.all(Array.from({ length: READERS }, (_, number) => reader(number)));
isOver = true;
await watch;
const after = await memory();
most = Math.max(most, after);
agent.destroy();
assert.equal(await server.stop(), 130);

waits.sort((a, b) => a - b);
const share = (part) => waits[Math.min(waits.length - 1, Math.floor(part * waits.length))];
console.log(
  `${READERS} readers for ${seconds} s: ${pages} pages, ${steps} steps, ${(bytes / 2 ** 20).toFixed(0)} MiB, no error; ` +
    `waits ${share(0.5)} ms (median), ${share(0.99)} ms (99 %); memory at most ${most.toFixed(0)} MiB, ${after.toFixed(0)} at the end`,
);
assert.ok(most < MAX_MEMORY_MIB, `${most} MiB`);
