// The site's service worker: what the browser asks of it, handed to offline.mjs.
//
// It takes over at once (skipWaiting) and in all open pages (claim). With a network it answers as the
// site would, so an open page of an older build notices nothing; and it is in time to keep what the
// first page of a first visit loads late, such as Python.

import { createOffline } from "./offline.mjs";

const offline = createOffline({ scope: self.registration.scope, build: self.NORMBOOK_BUILD });

self.addEventListener("install", (event) => {
  event.waitUntil(offline.install().then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(offline.activate().then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  const answer = offline.answer(event);
  if (answer) event.respondWith(answer);
});
self.addEventListener("message", (event) => {
  const { keep, fresh = [] } = event.data ?? {};
  if (Array.isArray(keep)) event.waitUntil(offline.keep(keep, fresh));
});
