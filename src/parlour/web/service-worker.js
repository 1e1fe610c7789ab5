/**
 * Keeps the shell, its modules and its texts, so that the page opens without a connection and says
 * that there is none. What the hall has is always preferred; nothing of a match is kept.
 */

const NAME = "parlour-1";
const SHELL = "/";

/** @type {any} */
const worker = self;

/** @param {URL} url */
function kept(url) {
  return url.origin === location.origin && /^\/(web\/|manifest|api\/words)/.test(url.pathname);
}

/**
 * What the hall answers, which is kept; without a connection, what was kept last.
 * @param {Request} request
 * @param {string} key
 */
async function freshOrKept(request, key) {
  const cache = await caches.open(NAME);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch (error) {
    const old = await cache.match(key);
    if (old) return old;
    throw error;
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.add(SHELL)));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const others = caches.keys().then((names) => names.filter((name) => name !== NAME));
  event.waitUntil(others.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request;
  const url = new URL(request.url);
  if (request.method !== "GET") return;
  if (request.mode === "navigate" && !url.pathname.startsWith("/embed/"))
    event.respondWith(freshOrKept(request, SHELL));
  else if (kept(url)) event.respondWith(freshOrKept(request, url.pathname));
});
