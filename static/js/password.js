/* A comfort only: without this file the page says in words what a good password is. */
(() => {
  "use strict";

  // A new password is told how strong it is: what does not just go on, times what it is made of.
  const strength = (text) => {
    const pairs = new Set();
    let news = 0;
    for (let at = 0; at < text.length; at += 1) {
      const pair = text.slice(Math.max(at - 1, 0), at + 1).toLowerCase();
      const step = at ? Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) : 2;
      if (step > 1 && !pairs.has(pair)) news += 1;
      pairs.add(pair);
    }
    const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(text)).length;
    if (text.length < 12) return "short";
    const score = news * (3 + kinds);
    return news < 9 || score < 45 ? "weak" : score < 70 ? "fair" : "strong";
  };
  for (const field of document.querySelectorAll("input[data-strength-short]")) {
    const told = document.createElement("p");
    told.className = "help";
    told.setAttribute("role", "status");
    field.after(told);
    field.addEventListener("input", () => {
      const own = field.dataset.strengthWithout.toLowerCase();
      const left = strength(field.value.toLowerCase().split(own).join(""));
      const word = left === "short" && field.value.length >= 12 ? "weak" : strength(field.value);
      told.textContent = field.value ? field.dataset[`strength${word[0].toUpperCase()}${word.slice(1)}`] : "";
    });
  }
})();
