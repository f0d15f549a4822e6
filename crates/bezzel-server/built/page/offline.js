const VERSION = "CPyrBQukBn5q";
const FILES = ["chinese-QCfy4Xw2.js","index-CQb87L9w.js","javascript-G0YJi2Jn.js","learn-KhH03_6W.js","numbers-Zl2N1P8M.js","program-vReHPTFj.js","python-hIcrEjAB.js","queen-_2mtboe2.svg","style-D_48ZhzM.css","engine-595809c9.js","puzzles-a35252cf.js","judge-b4cb5869.js","counter-2da0cb8e.js","counter-simd-a7cf5c11.js"];
// The service worker: keeps the files of one version of the page, and nothing else. The build puts two constants in front:
// VERSION, a hash of all files, and FILES, their names.

/* global VERSION, FILES */

const { scope } = self.registration;
// Other pages of the same host have their caches beside this one.
const OWN = `bezzel ${scope} `;
const CACHE = OWN + VERSION;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    // A host may let the browser keep the page itself for some minutes; the other names change with their content.
    await cache.addAll([new Request(scope, { cache: "reload" }), ...FILES.map((name) => new URL(name, scope))]);
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
  else if (FILES.includes(name)) event.respondWith(kept(address).then((answer) => answer ?? fetch(request)));
});
