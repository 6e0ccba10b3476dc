/* Runs beside the pages of this browser: shows notifications, and without a network the boards that
   were seen here last (ampel.js keeps them). Pages themselves are never kept. */
"use strict";

const FRAME = "frame"; // the offline page with its style: the same for everybody
const BOARDS = "boards"; // parts of pages, kept by ampel.js, gone at log-out
const OFFLINE = "/offline/";

const keepFrame = async () => {
  const page = await fetch(OFFLINE, { cache: "reload", credentials: "same-origin" });
  if (!page.ok) return;
  const files = [...(await page.clone().text()).matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)];
  await caches.delete(FRAME);
  const kept = await caches.open(FRAME);
  await kept.put(OFFLINE, page);
  await kept.addAll([...new Set(files.map((found) => found[1]))]);
};

self.addEventListener("install", (event) => event.waitUntil(keepFrame().then(() => self.skipWaiting())));

// 1. Without a network: the offline page, with the boards put in.
const offline = async () => {
  const kept = await caches.open(FRAME);
  const page = await kept.match(OFFLINE);
  if (!page) return Response.error();
  const boards = await caches.open(BOARDS);
  const found = await Promise.all((await boards.keys()).reverse().map(async (key) => (await boards.match(key)).text()));
  const text = await page.text();
  const empty = /<!-- no boards -->[^]*<!-- end -->/;
  const body = found.length ? text.replace(empty, () => found.join("")) : text;
  const told = ["content-type", "content-language", "content-security-policy"];
  const headers = told.map((name) => [name, page.headers.get(name) || ""]);
  return new Response(body, { headers });
};

const isLogOut = (request) => request.method === "POST" && new URL(request.url).pathname === "/account/logout/";

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    if (isLogOut(request)) event.waitUntil(caches.delete(BOARDS));
    if (request.method === "GET") event.respondWith(fetch(request).catch(offline));
  } else if (request.destination === "style" || request.destination === "font") {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) || Response.error()));
  }
});

// 2. Notifications, and where they lead.
self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  const { title, url, tag, lang } = { title: "…", url: "/", ...told };
  const shown = { tag, lang, icon: "/favicon.ico", data: { url } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const wanted = new URL(event.notification.data.url, self.location.origin);
  if (wanted.origin !== self.location.origin) return;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: "window" });
    const same = windows.find((each) => each.url.split("#")[0] === wanted.href);
    return same ? same.focus() : self.clients.openWindow(wanted.href);
  };
  event.waitUntil(open());
});
