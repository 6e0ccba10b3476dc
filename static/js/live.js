/* Open pages hear at once that something has happened, and show it in title and icon. Every page
   asks from time to time without this file, and shows the same after a reload. */
(() => {
  "use strict";

  // 1. The number of matches that await one's move stands in the tab's title and as a dot on its icon.
  const icon = document.querySelector("link[rel=icon]");
  const showTurns = () => {
    const count = document.querySelector("#turns-badge [aria-hidden]")?.textContent.trim() || "";
    const title = document.title.replace(/^\(\d+\) /, ""); // of now: an answer brings a title of its own
    const wanted = count ? `(${count}) ${title}` : title;
    if (document.title !== wanted) document.title = wanted;
    if (icon && icon.dataset.turn) {
      icon.dataset.idle ||= icon.getAttribute("href");
      const href = count ? icon.dataset.turn : icon.dataset.idle;
      if (icon.getAttribute("href") !== href) icon.setAttribute("href", href);
    }
  };
  showTurns();
  document.body.addEventListener("htmx:afterSettle", showTurns);
  document.body.addEventListener("htmx:oobAfterSwap", showTurns);

  // A match hears of itself and of its reader, other pages of a member of its reader alone.
  const match = document.querySelector("[data-match]");
  const address = [match, ...document.querySelectorAll("[data-live]")]
    .map((each) => each?.dataset.live)
    .find(Boolean);
  if (!window.htmx || !document.querySelector("[data-poll], [data-match]")) return;

  // 2. A stream of events; while it is open, asking rests. One that fails is tried again later.
  const AGAIN = 30_000;
  const REST = 120_000;
  let source = null;
  const asked = new WeakMap();
  let underWay = 0; // requests
  let sending = 0; // those that do not only ask: a move
  let missed = false; // something happened that an answer under way may not know of
  const isOpen = () => source !== null && source.readyState === window.EventSource.OPEN;
  const ask = () => {
    missed = underWay > 0; // the answer replaces what asks: asked again once it is shown
    if (missed) return;
    const polls = document.querySelectorAll("[data-poll]");
    for (const poll of polls) window.htmx.trigger(poll, "live");
    if (polls.length) return;
    if (source) source.close(); // the match is over: nothing more will happen
  };
  const listen = () => {
    if (source && source.readyState !== window.EventSource.CLOSED) return;
    source = new window.EventSource(address);
    source.addEventListener("open", ask); // for what happened before
    source.addEventListener("changed", ask);
    source.addEventListener("error", () => {
      if (source.readyState === window.EventSource.CLOSED) setTimeout(listen, AGAIN);
    });
  };
  document.body.addEventListener("htmx:beforeSend", ({ detail: { xhr, elt } }) => {
    const own = !elt.matches("[data-poll]");
    underWay += 1;
    sending += own;
    xhr.addEventListener("loadend", () => {
      underWay -= 1;
      sending -= own;
      if (missed && !underWay) setTimeout(ask, 100);
    });
  });
  document.body.addEventListener("htmx:configRequest", (event) => {
    const poll = event.detail.elt;
    if (!poll.matches("[data-poll]")) return;
    const rest = sending || (isOpen() && Date.now() - (asked.get(poll) || 0) < REST);
    if (rest && event.detail.triggeringEvent?.type !== "live") event.preventDefault();
    else asked.set(poll, Date.now());
  });
  // Browsers keep few connections: only matches and their lists listen unseen.
  const rests = () => document.hidden && !match && !document.getElementById("my-matches");
  // Not before htmx has bound what asks, or the first question is lost.
  document.addEventListener("DOMContentLoaded", () => {
    if (window.EventSource && address && !rests()) listen();
  });
  document.addEventListener("visibilitychange", () => {
    if (!window.EventSource || !address) return;
    if (rests() && source) source.close();
    else if (!document.hidden && (!source || source.readyState === window.EventSource.CLOSED)) listen();
  });
  window.addEventListener("pagehide", () => source && source.close());
  window.addEventListener("pageshow", (event) => event.persisted && address && listen());
})();
