// The search box answers while somebody types: links from /find, walked through with the arrow keys.
// Without a script the same box leads to the page of all matches.
for (const form of document.querySelectorAll(".search")) {
  const list = form.querySelector(".suggestions[data-from]");
  const field = form.querySelector("input[type=search]");
  if (!list) continue;
  let waiting = 0;
  let newest = 0;

  const ask = async () => {
    const number = ++newest;
    const text = field.value.trim();
    if (!text) return list.replaceChildren();
    const address = new URL(list.dataset.from, location);
    address.searchParams.set("q", text);
    address.searchParams.set("part", "yes");
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok && number === newest) {
      list.innerHTML = await answer.text();
      list.hidden = !list.children.length;
    }
  };

  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 150);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return list.hidden = true;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || list.hidden) return;
    event.preventDefault();
    const stops = [field, ...list.querySelectorAll("a")];
    stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
  });
}
