/* Notifications in this browser: turned on with its push service, which only a script can ask. */
(() => {
  "use strict";
  const part = document.querySelector("[data-push]");
  if (!part || !navigator.serviceWorker || !window.PushManager || !window.Notification) return;
  part.hidden = false;
  const form = part.querySelector("form");
  const told = part.querySelector("[role=alert]");
  const worker = () => navigator.serviceWorker.ready;

  // The site's public key, as the push service wants it.
  const key = () => {
    const text = window.atob(part.dataset.push.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  };

  const turnOn = async () => {
    if ((await window.Notification.requestPermission()) !== "granted") return told.dataset.refused;
    const { pushManager } = await worker();
    const old = await pushManager.getSubscription();
    if (old) await old.unsubscribe(); // it may have been made with another key
    const found = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key() });
    const { endpoint, keys } = found.toJSON();
    const body = new FormData(form);
    for (const [name, value] of Object.entries({ action: "on", endpoint, ...keys })) body.set(name, value);
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body, redirect: "manual" });
    if (answer.type === "opaqueredirect") {
      window.location.reload();
      return "";
    }
    await found.unsubscribe();
    return answer.status === 422 ? (await answer.json()).detail : told.dataset.failed;
  };

  form.addEventListener("submit", async (event) => {
    const action = event.submitter && event.submitter.value;
    if (action === "on") {
      event.preventDefault();
      told.textContent = "";
      told.textContent = await turnOn().catch(() => told.dataset.failed);
    } else if (action === "off") {
      const found = await (await worker()).pushManager.getSubscription();
      if (found) found.unsubscribe();
    }
  });
})();
