const VERSION = "7fDm9wq5P6bl";
const FILES = ["chinese-4bj33ABM.js","index-CfywdY3u.js","javascript-gPDscslX.js","learn-BVQUiNPu.js","numbers-Jea6ed5g.js","program-StCSiB1E.js","puzzle-Zs6YoZof.js","queen-_2mtboe2.svg","race-sSNXfDGd.js","style-BhsQOr2z.css","engine-7f27b2ec.js","puzzles-47ad1a77.js","judge-5936ef3c.js","counter-d610f6a1.js","counter-simd-5b31ff93.js"];
const LATE = ["python-0-zn00AgTO.js","python-1-nqa1ISYy.js","python-2-kuRrX4dm.js","python-3-QdglorP4.js","python-4-qVHDCwIC.js","python-5-0iDRuGgx.js","python-worker-UN6kKoAh.js"];
// The service worker: keeps the files of one version of the page, and nothing else. The build puts constants in front:
// VERSION, a hash of all files; FILES, the names of those that are kept at once; LATE, of those that are kept when they were used.

/* global VERSION, FILES, LATE */

const { scope } = self.registration;
// Other pages of the same host have their caches beside this one.
const OWN = `bezzel ${scope} `;
const CACHE = OWN + VERSION;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    // A host may let the browser keep the page itself for some minutes; the other names change with their content.
    await cache.addAll([new Request(scope, { cache: "reload" }), ...FILES.map((name) => new URL(name, scope))]);
    // Names change with content: what an earlier version used is the same.
    for (const address of LATE.map((name) => new URL(name, scope))) {
      const used = await caches.match(address);
      if (used) await cache.put(address, used);
    }
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const replace = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(OWN) && name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(replace());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname;
  const kept = async (address) => (await caches.open(CACHE)).match(address);
  if (request.method !== "GET" || !address.startsWith(scope)) return;
  const name = address.slice(scope.length);
  // The page itself comes from the network if there is one, so that a new version is seen at once.
  if (request.mode === "navigate" && ["", "index.html"].includes(name))
    event.respondWith(fetch(request).catch(async (error) => (await kept(scope)) ?? Promise.reject(error)));
  else if (LATE.includes(name)) {
    const used = async () => {
      const answer = await fetch(request);
      if (answer.ok) event.waitUntil(caches.open(CACHE).then((cache) => cache.put(address, answer.clone())));
      return answer;
    };
    event.respondWith(kept(address).then((answer) => answer ?? used()));
  } else if (FILES.includes(name)) event.respondWith(kept(address).then((answer) => answer ?? fetch(request)));
});
