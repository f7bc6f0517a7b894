// Filters, sorting and pages of a list without a server. All rows are in scripts, which rows.js loads at the first use.
"use strict";
(() => {
  const filters = document.getElementById("filters");
  const table = document.getElementById("list");
  if (!filters || !table) return;
  const pager = document.getElementById("pager");
  const SIZE = 500;
  const heads = [...table.tHead.rows[0].cells];
  const columns = heads.map((head) => head.dataset.column);
  const OWN = ["title", "federation", "sex", "born", "rating"]; // columns of a row before the change
  const FALLS = ["rating", "change", "games", "K", "born"]; // the first click has the largest first
  // places in a row of ROWS; further columns of a regulation follow
  const PLACES = { rank: 0, name: 1, federation: 3, born: 5, rating: 6, change: 7, games: 8, K: 9, status: 10 };
  const placeOf = (column) => PLACES[column] ?? 11 + columns.indexOf(column) - 9;
  let order = { column: "rank", down: false };
  let rows = null;
  let page = 0;

  const number = (text) => Number(String(text).replace("−", "-").replace("+", ""));
  const statusText = (status) => filters.dataset[status] ?? status;

  async function load() {
    const { scheme, rows: stem, files } = filters.dataset;
    const known = ["rank", "player", "name", ...OWN, "games", "k", "status"];
    rows = (await listRows.all(scheme, stem, Number(files))).map(({ row, person, change }) => {
      const further = Object.keys(row).filter((name) => !known.includes(name));
      return [row.rank, person, ...OWN.map((name) => row[name]), change, row.games, row.k, row.status, ...further.map((name) => row[name])];
    });
    rows.sort((one, other) => one[0] - other[0]);
  }

  function shown(row) {
    const { make } = site;
    return make("tr", {}, columns.map((column, at) => {
      const look = heads[at].className || null;
      if (column === "name") return make("th", { scope: "row" }, row[2] && make("span", { class: "t" }, row[2]), site.personLink(row[1]));
      if (column === "change") return make("td", { class: look }, site.changeMark(row[7]) ?? "");
      if (column === "status") return make("td", { class: look }, statusText(row[10]));
      if (column === "federation") return make("td", { class: "fed" }, row[3]);
      return make("td", { class: column === "rating" ? "num strong" : look }, row[placeOf(column)] ?? "");
    }));
  }

  function wanted() {
    const { name, federation, sex, born, active } = filters.elements;
    const texts = matcher.wordsOf(matcher.folded(matcher.simplified(name.value)));
    return (row) => {
      const [id, plain, , chinese] = row[1];
      const named = texts.length ? matcher.folded(matcher.simplified([id, plain, ...Object.values(chinese ?? {})].join(" "))) : "";
      return texts.every((text) => named.includes(text)) &&
        (!federation.value || row[3] === federation.value) &&
        (!sex.value || row[4] === sex.value) &&
        (!born.value || row[5] >= Number(born.value)) &&
        (!active.checked || row[10] === "active");
    };
  }

  function valueOf(row) {
    return order.column === "name" ? site.nameOf(row[1]) : row[placeOf(order.column)];
  }

  function compare(one, other) {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === b) return one[0] - other[0];
    if (a === null || a === "") return 1;
    if (b === null || b === "") return -1;
    const numbers = Number.isNaN(number(a)) || Number.isNaN(number(b)) ? null : number(a) - number(b);
    const found = numbers ?? String(a).localeCompare(String(b), document.documentElement.lang);
    return order.down ? -found : found;
  }

  async function refresh() {
    if (rows === null) await load();
    const found = rows.filter(wanted()).sort(compare);
    const pages = Math.max(1, Math.ceil(found.length / SIZE));
    page = Math.min(page, pages - 1);
    table.tBodies[0].replaceChildren(...found.slice(page * SIZE, (page + 1) * SIZE).map(shown));
    const { one, found: many } = filters.dataset;
    const number = found.length.toLocaleString("en");
    document.getElementById("filtered").textContent = found.length === 1 ? one : site.filled(many, { number }).join("");
    turn(pages);
  }

  function turn(pages) {
    pager.hidden = pages < 2;
    pager.querySelector("span").textContent = site.filled(filters.dataset.page, { page: page + 1, pages }).join("");
    const [back, on] = pager.querySelectorAll("button");
    back.disabled = page === 0;
    on.disabled = page === pages - 1;
  }

  function mark() {
    for (const head of heads) {
      if (head.dataset.column !== order.column) head.removeAttribute("aria-sort");
      else head.setAttribute("aria-sort", order.down ? "descending" : "ascending");
    }
  }

  filters.hidden = false;
  turn(Math.ceil(Number(filters.dataset.count) / SIZE));
  filters.addEventListener("input", () => {
    page = 0;
    refresh();
  });
  filters.addEventListener("submit", (event) => event.preventDefault());
  pager.addEventListener("click", async (event) => {
    const step = Number(event.target.dataset?.step ?? 0);
    if (!step) return;
    page += step;
    await refresh();
    table.scrollIntoView();
  });
  for (const head of heads) {
    const button = site.make("button", { type: "button", class: "bare" }, head.textContent);
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const { column } = head.dataset;
      order = { column, down: order.column === column ? !order.down : FALLS.includes(column) };
      page = 0;
      mark();
      refresh();
    });
  }
})();
