// Load test: 200 readers load the page with all its scripts, again and again, and look at a count
// (`node tests/load.mjs 60`).
// No request may fail, and the memory of the server stays bounded.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import http from "node:http";
import { setTimeout } from "node:timers/promises";

import { serve } from "./browser.mjs";

const READERS = 200;
const MAX_MEMORY_MIB = 512;
const seconds = Number(process.argv[2] ?? 60);
assert.ok(seconds > 0, "usage: node tests/load.mjs SECONDS");

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
let [answers, bytes] = [0, 0];

async function good(path) {
  const started = Date.now();
  const { status, body } = await get(path);
  waits.push(Date.now() - started);
  assert.equal(status, 200, `${path}: ${body}`);
  answers++;
  bytes += body.length;
  return body;
}

const files = ["/", ...String(await good("/")).match(/(?<=(src|href)="\.)\/[^"]+/g)];
assert.ok(
  files.some((file) => file.endsWith(".js")),
  files.join(),
);
const sizes = new Map();
for (const file of files) sizes.set(file, (await good(file)).length);
const started = await fetch(new URL("/api/counts", server.url), {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ n: 8 }),
});
assert.equal(started.status, 201);
const { id } = await started.json();

/** Loads the page and looks at the count, again and again. */
async function reader(number) {
  for (let turn = number; Date.now() < ends; turn++) {
    const file = files[turn % files.length];
    assert.equal((await good(file)).length, sizes.get(file), file);
    assert.equal(JSON.parse(await good(`/api/counts/${id}`)).n, 8);
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
  `${READERS} readers for ${seconds} s: ${answers} answers, ${(bytes / 2 ** 20).toFixed(0)} MiB, no error; ` +
    `waits ${share(0.5)} ms (median), ${share(0.99)} ms (99 %); memory at most ${most.toFixed(0)} MiB, ${after.toFixed(0)} at the end`,
);
assert.ok(most < MAX_MEMORY_MIB, `${most} MiB`);
