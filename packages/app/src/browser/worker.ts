/**
 * The service worker: caches the app itself, by version, so that it opens without a network. It
 * never responds in place of the API.
 */
interface WorkerScope {
  addEventListener(
    type: 'install' | 'activate' | 'message',
    listener: (event: Lasting) => void,
  ): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}
interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
declare const self: WorkerScope;
/** Named above this text, where it is served. */
declare const shell: { version: string; paths: readonly string[]; later: readonly string[] };

const cacheName = `app-${shell.version}`;

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(cacheName);
    await cache.addAll([...shell.paths]);
    // A page has all modules but those of the camera: it says so where they are of an older app.
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith('app-') && name !== cacheName);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

/** The app is open: now what reads codes is fetched, so that basements have it. */
self.addEventListener('message', (event) => {
  const keep = async () => {
    const cache = await caches.open(cacheName);
    for (const path of shell.later) if (!(await cache.match(path))) await cache.add(path);
  };
  // If the network fails, the next opening of the app retries.
  event.waitUntil(keep().catch(() => undefined));
});

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { pathname } = new URL(url);
  if (method !== 'GET' || ![...shell.paths, ...shell.later].includes(pathname)) return;
  const answer = async () => {
    const cache = await caches.open(cacheName);
    return (await cache.match(pathname)) ?? fetch(event.request);
  };
  event.respondWith(answer());
});
