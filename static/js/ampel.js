/* Small comforts only: every page works without this file. */
(() => {
  "use strict";

  // 1. Arrow keys walk over the linked cells of a board, by their place on the page.
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  document.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    const here = event.target.closest && event.target.closest("svg a.d-link");
    if (!way || !here || event.altKey || event.ctrlKey || event.metaKey) return;
    const from = centre(here);
    let best = null;
    let least = Infinity;
    for (const link of here.closest("svg").querySelectorAll("a.d-link")) {
      const to = centre(link);
      const ahead = (to.x - from.x) * way[0] + (to.y - from.y) * way[1];
      const aside = Math.abs((to.x - from.x) * way[1]) + Math.abs((to.y - from.y) * way[0]);
      const cost = ahead + 3 * aside;
      if (link !== here && ahead > 2 && cost < least) {
        best = link;
        least = cost;
      }
    }
    if (best) {
      event.preventDefault();
      best.focus();
    }
  });

  // 2. <button data-copy="#id" data-copied="Copied"> copies the field or text of that id.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest && event.target.closest("[data-copy]");
    if (!button) return;
    const source = document.querySelector(button.dataset.copy);
    if (!source) return;
    event.preventDefault();
    const text = source.value || source.textContent.trim();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      if (!source.select) return;
      source.select();
      document.execCommand("copy");
    }
    button.textContent = button.dataset.copied || button.textContent;
  });

  // 3. Instants tell the time of this device when pointed at, if its zone is not the one named there.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const tellTimes = (root) => {
    for (const element of root.querySelectorAll("time[datetime]:not([data-told])")) {
      const instant = new Date(element.dateTime);
      if (Number.isNaN(instant.valueOf())) continue;
      element.dataset.told = "";
      if (element.title === zone) continue;
      const here = instant.toLocaleString(document.documentElement.lang || undefined, {
        dateStyle: "full",
        timeStyle: "short",
      });
      element.title = element.title ? `${element.title} (${zone}: ${here})` : here;
    }
  };
  tellTimes(document);
  document.addEventListener("htmx:load", (event) => tellTimes(event.target));

  // 4. An open menu closes on Escape and on a click elsewhere.
  const closeMenus = (except) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (menu !== except) menu.open = false;
    }
  };
  document.addEventListener("click", (event) => closeMenus(event.target.closest && event.target.closest("details.menu")));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeMenus(null);
  });

  // 5. Long lists (moves, chat) open at their end.
  for (const list of document.querySelectorAll("[data-open-at-end]")) list.scrollTop = list.scrollHeight;

  // 6. <select data-own-zone="heading"> begins with this device's time zone, under whichever name;
  //    a hidden <input data-own-zone> sends it along.
  for (const select of document.querySelectorAll("select[data-own-zone]")) {
    const known = (option) => option.value === zone || (option.dataset.also || "").split(" ").includes(zone);
    const own = [...select.options].find(known);
    if (!own) continue;
    const group = document.createElement("optgroup");
    group.label = select.dataset.ownZone;
    group.append(own);
    select.prepend(group);
    select.value = own.value;
  }
  for (const input of document.querySelectorAll("input[data-own-zone]")) input.value = zone;

  // 7. <section data-fetch="#id">: a click on its board fetches the next page and swaps that part in.
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("[data-fetch] svg a.d-link");
    if (!link || !window.htmx || event.defaultPrevented || event.button) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const part = link.closest("[data-fetch]").dataset.fetch;
    const address = link.getAttribute("href").split("#")[0]; // no jump
    const clicked = address.split(",").pop().split("=").pop();
    window.htmx
      .ajax("GET", address, { source: link, target: part, select: part, swap: "outerHTML" })
      .then(() => {
        const fresh = document.querySelector(part);
        const heard = document.querySelector(`${part}-heard`);
        if (heard) heard.textContent = fresh.dataset.said;
        const links = [...fresh.querySelectorAll("svg a.d-link")];
        const same = links.find((each) => each.getAttribute("href").split("#")[0].endsWith(`,${clicked}`));
        (same || links[0])?.focus({ preventScroll: true });
      });
  });

  // 8. Alt+N leads to the match with the least time left among those that await one's move.
  document.addEventListener("keydown", (event) => {
    if (event.code !== "KeyN" || !event.altKey || event.ctrlKey || event.metaKey) return;
    const due = document.querySelector("a[data-due]");
    if (!due) return;
    event.preventDefault();
    due.click();
  });

  // 9. <a data-share="title" data-copied="Link copied">: shares its address, or copies it.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest && event.target.closest("a[data-share]");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    try {
      if (navigator.share) await navigator.share({ title: link.dataset.share, url: link.href });
      else {
        await navigator.clipboard.writeText(link.href);
        link.textContent = link.dataset.copied;
      }
    } catch (error) {
      if (error.name !== "AbortError") window.location.assign(link.href);
    }
  });

  // 10. What was refused is read first, also where an address that leads to a part of the page keeps
  //     autofocus from doing so.
  //     Browsers may go to that part after the page has loaded, hence once more two frames later.
  const refused = document.querySelector('[role="alert"][autofocus]');
  if (refused && window.location.hash) {
    window.addEventListener("load", () => {
      refused.focus();
      window.requestAnimationFrame(() => window.requestAnimationFrame(() => refused.focus()));
    });
  }

  // 11. <form data-kept>: what was sent with it stands there again for those who go back.
  const sent = document.querySelector("form[data-kept]");
  if (sent) {
    for (const [name, value] of Object.entries(window.history.state?.kept || {})) {
      if (sent.elements[name]) sent.elements[name].value = value;
    }
    sent.addEventListener("submit", () => {
      window.history.replaceState({ kept: Object.fromEntries(new FormData(sent)) }, "");
    });
  }

  // 12. Those who play keep their last boards for times without a network; log-out forgets them.
  const BOARDS = "boards";
  const MOST_BOARDS = 12;
  const reader = document.body.dataset.reader || "";
  const keepBoard = async () => {
    const board = document.querySelector("[data-live] .match-table > .board");
    const names = document.querySelector(".match-head h1");
    if (!reader || !board || !names || window.location.search) return;
    const part = document.createElement("article");
    const link = part.appendChild(document.createElement("h2")).appendChild(document.createElement("a"));
    const address = window.location.pathname;
    link.href = address;
    link.textContent = names.textContent.replace(/\s+/g, " ").trim();
    const copy = part.appendChild(board.cloneNode(true));
    for (const other of copy.querySelectorAll("a")) other.removeAttribute("href");
    for (const other of copy.querySelectorAll("label")) other.remove();
    const shown = { dateStyle: "medium", timeStyle: "short" };
    const seen = new Date().toLocaleString(document.documentElement.lang || undefined, shown);
    part.appendChild(document.createElement("p")).textContent = seen;
    part.className = "card";
    const kept = await window.caches.open(BOARDS);
    await kept.delete(address);
    await kept.put(address, new Response(part.outerHTML));
    for (const old of (await kept.keys()).slice(0, -MOST_BOARDS)) await kept.delete(old);
  };
  const forgetOthers = async () => {
    if (window.localStorage.getItem("reader") !== reader) await window.caches.delete(BOARDS);
    window.localStorage.setItem("reader", reader);
  };
  if (navigator.serviceWorker && window.caches) {
    forgetOthers().then(keepBoard);
    document.body.addEventListener("htmx:afterSettle", keepBoard);
    const script = `/service-worker.js?${document.documentElement.lang}`; // its page is in one language
    if (reader) navigator.serviceWorker.register(script).catch(() => null);
  }
})();

/* Open pages hear at once that something has happened, and show it in title and icon. Every page
   asks from time to time without this part, and shows the same after a reload. */
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
