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
