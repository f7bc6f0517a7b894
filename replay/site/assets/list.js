// Filters and sorting of a list without a server. The newest list has all its rows in scripts (lists/SCHEME.rows-1.js),
// which are loaded at the first use; on other lists the rows of the page are sorted.
"use strict";
(() => {
  const filters = document.getElementById("filters");
  const table = document.getElementById("list");
  if (!filters || !table) return;
  const root = document.body.dataset.root;
  const isChinese = document.documentElement.lang.startsWith("zh");
  const MOST = 500;
  const columns = [...table.tHead.rows[0].cells].map((cell) => cell.dataset.column);
  // places in a row of ROWS
  const PLACES = { rank: 0, name: 3, federation: 6, born: 8, rating: 9, change: 10, games: 11, K: 12, status: 13 };
  const asPublished = [...table.tBodies[0].rows];
  const pager = document.querySelector(".pager");
  const words = Object.fromEntries(asPublished.map((row) => [row.dataset.status, row.dataset.statusText]));
  let order = { column: "rank", down: false };
  let rows = null;

  const plain = (text) => String(text).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const number = (text) => Number(String(text).replace("−", "-").replace("+", ""));

  async function load() {
    for (let part = 1; part <= Number(filters.dataset.files); part++) {
      await new Promise((resolve) => {
        const script = document.createElement("script");
        script.src = `${root}lists/${filters.dataset.rows}.rows-${part}.js`;
        script.addEventListener("load", resolve);
        document.head.append(script);
      });
    }
    rows = globalThis.ROWS;
  }

  function cell(tag, content, style) {
    const made = document.createElement(tag);
    made.append(content ?? "");
    if (style) made.className = style;
    return made;
  }

  function changeOf(text) {
    const made = document.createElement("span");
    made.textContent = text ?? "";
    made.className = `chg ${text?.startsWith("+") ? "up" : text?.startsWith("−") ? "down" : "same"}`;
    return made;
  }

  function shown(row) {
    const made = document.createElement("tr");
    const link = document.createElement("a");
    link.href = `${document.body.dataset.pages}${row[2].split("/").map(encodeURIComponent).join("/")}`;
    link.textContent = isChinese && row[4] ? row[4] : row[3];
    const name = cell("th", "", "");
    name.scope = "row";
    if (row[5]) name.append(cell("span", row[5], "t"));
    name.append(link);
    for (const [at, column] of columns.entries()) {
      const style = table.tHead.rows[0].cells[at].className;
      if (column === "name") made.append(name);
      else if (column === "change") made.append(cell("td", changeOf(row[10]), style));
      else if (column === "status") made.append(cell("td", words[row[13]] ?? row[13], style));
      else made.append(cell("td", row[PLACES[column] ?? 14 + at - 9], column === "federation" ? "fed" : style));
    }
    return made;
  }

  function wanted(row) {
    const { name, federation, sex, born, active } = filters.elements;
    const texts = plain(name.value).split(/\s+/).filter(Boolean);
    const named = plain(`${row[1]} ${row[3]} ${row[4]}`);
    return (
      texts.every((text) => named.includes(text)) &&
      (!federation.value || row[6] === federation.value) &&
      (!sex.value || row[7] === sex.value) &&
      (!born.value || row[8] >= Number(born.value)) &&
      (!active.checked || row[13] === "active")
    );
  }

  function compare(one, other) {
    const at = PLACES[order.column] ?? 14 + columns.indexOf(order.column) - 9;
    const [a, b] = [one[at], other[at]];
    if (a === b) return one[0] - other[0];
    if (a === null || a === "") return 1;
    if (b === null || b === "") return -1;
    const numbers = Number.isNaN(number(a)) || Number.isNaN(number(b)) ? null : number(a) - number(b);
    const found = numbers ?? String(a).localeCompare(String(b), document.documentElement.lang);
    return order.down ? -found : found;
  }

  async function refresh() {
    if (rows === null) await load();
    const found = rows.filter(wanted).sort(compare);
    table.tBodies[0].replaceChildren(...found.slice(0, MOST).map(shown));
    if (pager) pager.hidden = true;
    document.getElementById("filtered").textContent = filters.dataset.found.replace("{number}", found.length.toLocaleString());
  }

  function mark() {
    for (const head of table.tHead.rows[0].cells) {
      const is = head.dataset.column === order.column;
      if (is) head.setAttribute("aria-sort", order.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
  }

  // Only the newest list has its rows at hand.
  if (!filters.dataset.rows) return;
  filters.hidden = false;
  filters.addEventListener("input", refresh);
  filters.addEventListener("submit", (event) => event.preventDefault());
  for (const head of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "bare";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const { column } = head.dataset;
      const down = ["rating", "change", "games", "K", "born"].includes(column);
      order = { column, down: order.column === column ? !order.down : down };
      mark();
      refresh();
    });
  }
})();
