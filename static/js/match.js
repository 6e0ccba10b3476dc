/* Comforts of the match page: the board changes without a reload. Every link and form works without this file. */
(() => {
  "use strict";
  const frame = document.querySelector("[data-match]");
  if (!frame || !window.htmx) return;
  let came = null; // the link or form that caused the running request

  // 1. Cells, replay and other marked links are fetched into the table.
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("[data-match] svg a.d-link, [data-match] a[data-swap]");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    window.htmx.ajax("GET", link.getAttribute("href"), { source: link, event });
  });

  // 2. Refusals are pages too: show them.
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if ([403, 404, 409, 422].includes(event.detail.xhr.status)) {
      event.detail.shouldSwap = event.detail.xhr.responseText.includes('id="table"');
      event.detail.isError = !event.detail.shouldSwap;
      if (!event.detail.shouldSwap && came) window.location.reload();
    }
  });
  document.body.addEventListener("htmx:sendError", () => {
    if (came && came.href) window.location.assign(came.href);
  });
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    const source = event.detail.elt;
    came = source.closest("[data-poll]")
      ? null
      : { replay: source.dataset.replay, href: source.getAttribute("href"), sent: source.matches(".send-bar") };
  });

  // 3. A part of a large board stays the part that one looks at.
  const seen = { left: 0, ticked: { whole: false, part: false } };
  const large = (part) => frame.querySelector(`.match-table > .board ${part}`);
  const begins = () => (large(".board__pan").closest(".board--far") ? "whole" : "part");
  document.body.addEventListener("htmx:beforeSwap", () => {
    const pan = large(".board__pan");
    if (!pan) return;
    seen.ticked[begins()] = large(".board__whole input").checked;
    if (pan.scrollWidth > pan.clientWidth) seen.left = pan.scrollLeft;
  });
  document.body.addEventListener("htmx:afterSwap", () => {
    const pan = large(".board__pan");
    if (!pan) return;
    large(".board__whole input").checked = seen.ticked[begins()];
    pan.scrollLeft = seen.left;
  });
  const middle = () => {
    const pan = large(".board__pan");
    if (pan && !pan.scrollLeft) pan.scrollLeft = (pan.scrollWidth - pan.clientWidth) / 2;
  };
  frame.addEventListener("change", (event) => {
    if (event.target.closest(".board__whole")) middle();
  });
  middle();

  // 4. The eye and the keyboard go on where they were.
  document.body.addEventListener("htmx:afterSettle", (event) => {
    if (!came || !event.detail.target) return;
    if (event.detail.target.id === "orders") document.querySelector("#orders [data-focus]")?.focus();
    if (event.detail.target.id !== "table") return;
    const table = document.getElementById("table");
    const find = (attribute, value) => value && table.querySelector(`a[${attribute}="${window.CSS.escape(value)}"]`);
    const next =
      table.querySelector("[data-focus]") ||
      find("data-replay", came.replay) ||
      find("href", frame.dataset.chosen) ||
      (came.replay ? table.querySelector("[data-replay]") : null);
    const sent = came.sent;
    frame.dataset.chosen = came.href && came.href.includes("move=") ? came.href : "";
    came = null;
    if (next) next.focus({ preventScroll: !next.closest(".send-bar") });
    const above = sent ? table : next && next.closest(".send-bar") && large("");
    if (above && above.getBoundingClientRect().top < 0) above.scrollIntoView({ block: "start" });
  });

  // 5. The list of moves shows the shown one, the talk its end.
  document.body.addEventListener("htmx:afterSettle", () => {
    for (const list of document.querySelectorAll("#side [data-open-at-end], #chat-lines")) {
      const shown = list.querySelector("[aria-current]");
      list.scrollTop = shown ? shown.offsetTop - list.clientHeight / 2 : list.scrollHeight;
    }
  });

  // 6. Arrow keys leaf through the match, unless somebody writes or walks over the board.
  const KEYS = { ArrowLeft: "previous", ArrowRight: "next" };
  document.addEventListener("keydown", (event) => {
    const way = KEYS[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, svg, [data-open-at-end]")) return;
    const link = document.querySelector(`#table [data-replay="${way}"]`);
    if (!link) return;
    event.preventDefault();
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  });
})();
