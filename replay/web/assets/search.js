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

function find(text) {
  const words = plain(text).split(/[\s,]+/).filter(word => word);
  texts ??= words.length ? INDEX.map(row => plain(row.slice(2).join(" "))) : null;
  const found = words.length ? INDEX.filter((_, at) => words.every(word => texts[at].includes(word))) : [];
  document.querySelector("tbody").replaceChildren(...found.slice(0, MOST_FOUND).map(rowOf));
  const more = found.length > MOST_FOUND ? `, the first ${MOST_FOUND} are shown; add a word to find less` : "";
  document.querySelector(".lead").textContent = words.length ? `${found.length} found for “${text}”${more}.` : "";
}

const asked = new URLSearchParams(location.search).get("q") || "";
const field = document.getElementById("search");
field.value = asked;
field.addEventListener("input", () => find(field.value));
find(asked);
