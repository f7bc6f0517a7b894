// Search without a server: INDEX (search-index-1.js and so on) has rows of [kind, address, id, name, detail].
const MOST_FOUND = 100;
const plain = text => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

let texts = null; // what is searched, made ready once

function cell(content) {
  const made = document.createElement("td");
  made.append(content);
  return made;
}

function rowOf([kind, address, id, name, detail]) {
  const row = document.createElement("tr"), link = document.createElement("a");
  link.href = address;
  link.textContent = id;
  row.append(cell(kind), cell(link), cell(name), cell(detail));
  return row;
}

// The page has the sentences, in its language.
function told(number, text) {
  const pattern = number > MOST_FOUND ? lead.dataset.many : lead.dataset.found;
  const values = {number, text, shown: MOST_FOUND};
  return pattern.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function find(text) {
  const words = plain(text).split(/[\s,]+/).filter(word => word);
  texts ??= words.length ? INDEX.map(row => plain(row.slice(2).join(" "))) : null;
  const found = words.length ? INDEX.filter((_, at) => words.every(word => texts[at].includes(word))) : [];
  document.querySelector("tbody").replaceChildren(...found.slice(0, MOST_FOUND).map(rowOf));
  lead.textContent = words.length ? told(found.length, text) : "";
}

const asked = new URLSearchParams(location.search).get("q") || "";
const lead = document.getElementById("found");
const field = document.getElementById("search");
field.value = asked;
field.addEventListener("input", () => find(field.value));
find(asked);
