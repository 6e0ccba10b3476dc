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

  // 3. Instants tell the time of this device when pointed at.
  const tellTimes = (root) => {
    for (const element of root.querySelectorAll("time[datetime]:not([title])")) {
      const instant = new Date(element.dateTime);
      if (!Number.isNaN(instant.valueOf())) {
        element.title = instant.toLocaleString(document.documentElement.lang || undefined, {
          dateStyle: "full",
          timeStyle: "short",
        });
      }
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

  // 6. <select data-own-zone> begins with this device's time zone, under whichever name;
  //    a hidden <input data-own-zone> sends it along.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const select of document.querySelectorAll("select[data-own-zone]")) {
    const known = (option) => option.value === zone || (option.dataset.also || "").split(" ").includes(zone);
    const own = [...select.options].find(known);
    if (own) select.value = own.value;
  }
  for (const input of document.querySelectorAll("input[data-own-zone]")) input.value = zone;

  // 7. <input type="checkbox" data-off-with="kind=link"> lets go when that choice is made, until
  //    somebody ticks it by hand.
  for (const box of document.querySelectorAll("input[data-off-with]")) {
    const [name, value] = box.dataset.offWith.split("=");
    const before = box.checked;
    let touched = false;
    box.addEventListener("change", () => { touched = true; });
    box.form.addEventListener("change", (event) => {
      if (event.target.name === name && !touched) box.checked = event.target.value !== value && before;
    });
  }
})();
