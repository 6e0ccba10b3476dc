/* Comforts of the match page: the board changes without a reload. Every link and form works without this file. */
(() => {
  "use strict";
  const frame = document.querySelector("[data-match]");
  if (!frame || !window.htmx) return;
  let came = null; // the link or form that caused the running request

  // 1. Cells, replay and other marked links are fetched into the table.
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("[data-match] svg a, [data-match] a[data-swap]");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(link, link.getAttribute("href"));
  });

  // The last click sends the move where there is a form for it.
  const go = (source, href, dropped) => {
    const form = source.closest("svg, .clicks") && document.querySelector("#table [data-direct]");
    const asked = new URLSearchParams(href.split("?")[1]);
    if (form && (dropped || asked.has("move"))) {
      for (const name of ["move", "clicks"]) form.elements[name].value = asked.get(name);
      form.requestSubmit();
    } else window.htmx.ajax("GET", href, { source });
  };

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
      : { replay: source.dataset.replay, href: source.getAttribute("href"), sent: source.matches(".send-bar, .at-once, [data-direct]") };
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
  let stood; // the address of what the keyboard was at when news came; undefined elsewhere
  document.body.addEventListener("htmx:beforeSwap", () => {
    const here = document.activeElement;
    stood = here.closest("#table") ? here.getAttribute("href") : undefined;
  });
  const goOn = () => {
    const table = document.getElementById("table");
    const links = [...table.querySelectorAll("a")];
    const lost = stood !== undefined && document.activeElement === document.body;
    if (lost) (links.find((link) => link.getAttribute("href") === stood) || table).focus({ preventScroll: true });
  };
  document.body.addEventListener("htmx:afterSettle", (event) => {
    if (!event.detail.target) return;
    if (!came) return goOn();
    if (event.detail.target.id === "orders") document.querySelector("#orders [data-focus]")?.focus();
    if (event.detail.target.id === "talk") document.querySelector("#talk [role=alert], #id_text").focus();
    if (event.detail.target.id !== "table") return;
    const table = document.getElementById("table");
    const find = (attribute, value) => value && table.querySelector(`a[${attribute}="${window.CSS.escape(value)}"]`);
    const next =
      table.querySelector("[data-focus]") ||
      find("data-replay", came.replay) ||
      find("href", frame.dataset.chosen) ||
      (came.replay ? table.querySelector("[data-replay]") : null) ||
      (came.sent ? table.querySelector(".flashes") || table : null);
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

  // 7. What moves is drawn on top of the board.
  const lift = (place) => {
    const man = place.querySelector(".d-man");
    const ghost = man.cloneNode(true);
    ghost.setAttribute("transform", place.getAttribute("transform"));
    ghost.style.pointerEvents = "none";
    man.style.visibility = "hidden";
    place.ownerSVGElement.append(ghost);
    return [ghost, () => (ghost.remove(), (man.style.visibility = ""))];
  };

  // 8. A drop does what a click on the piece and one on the place would.
  let drag = null;
  const held = (event) => event.cancelable && drag && event.preventDefault();
  const drop = (event) => {
    const { from, settle } = drag || {};
    drag = null;
    if (!settle) return;
    settle();
    const to = event.type === "pointerup" && document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-at]");
    if (to && to !== from) go(from, `${from.dataset.drag},${to.dataset.at}`, true);
  };
  frame.addEventListener("dragstart", held);
  frame.addEventListener("touchmove", held, { passive: false });
  frame.addEventListener("pointerdown", (event) => {
    const from = event.isPrimary && !event.button && event.target.closest("[data-drag]");
    drag = from && { from, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const { from } = drag;
    const scale = from.getScreenCTM().a;
    const x = (event.clientX - drag.x) / scale;
    const y = (event.clientY - drag.y) / scale;
    if (!drag.ghost && Math.hypot(x, y) > 20) [drag.ghost, drag.settle] = lift(from.closest("[transform]"));
    if (drag.ghost) drag.ghost.style.translate = `${x}px ${y}px`;
  });
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);

  // 9. The last move slides to its place, for those who do not mind motion.
  let shown = 0;
  const slide = () => {
    const before = shown;
    shown = +document.getElementById("table").dataset.plies;
    if (!(shown > before) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const places = [...large("").querySelectorAll(".d-moved")].map((mark) => mark.closest("[transform]"));
    const to = places.filter((place) => place.querySelector(".d-man"));
    if (to.length !== 1 || places.length !== 2) return;
    const at = (place) => place.transform.baseVal[0].matrix;
    const from = at(places.find((place) => place !== to[0]));
    const { e, f } = at(to[0]);
    const [ghost, settle] = lift(to[0]);
    ghost.animate({ translate: [`${from.e - e}px ${from.f - f}px`, "0"] }, 250).onfinish = settle;
  };
  document.body.addEventListener("htmx:load", slide);
  slide();
})();

/* A match page points out what came by itself. */
(() => {
  "use strict";
  const match = document.querySelector("[data-match]");

  // 1. A quiet tone for the other side's move, for those who want one.
  const SOUND = "sound";
  const button = document.querySelector("[data-sound]");
  let audio = null;
  const wanted = () => window.localStorage.getItem(SOUND) === "on";
  const showSound = () => button.setAttribute("aria-pressed", String(wanted()));
  const tone = () => {
    audio ||= new window.AudioContext();
    if (audio.state === "suspended") audio.resume(); // made before anybody touched the page
    const voice = audio.createOscillator();
    const loud = audio.createGain();
    voice.frequency.value = 523;
    loud.gain.setValueAtTime(0.08, audio.currentTime);
    loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.35);
    voice.connect(loud).connect(audio.destination);
    voice.start();
    voice.stop(audio.currentTime + 0.4);
  };
  if (button && window.AudioContext) {
    button.hidden = false;
    showSound();
    button.addEventListener("click", () => {
      window.localStorage.setItem(SOUND, wanted() ? "off" : "on");
      showSound();
      if (wanted()) tone();
    });
  }

  // 2. The last move pulses once, and sounds.
  document.body.addEventListener("htmx:afterSettle", (event) => {
    const table = event.target; // while the table itself has not settled, its classes are written anew
    if (table.id !== "table" || !event.detail.requestConfig?.elt?.matches("[data-poll]")) return;
    if (table.dataset.plies === match.dataset.plies) return;
    match.dataset.plies = table.dataset.plies;
    table.classList.add("table--fresh");
    if (button && wanted()) tone();
  });
})();
