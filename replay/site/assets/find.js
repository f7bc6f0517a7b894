// Search without a server: INDEX (search-index-1.js and so on) has rows of [kind, page, id, name, Chinese name, detail].
"use strict";
(() => {
  const MOST_FOUND = 100;
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const lead = document.getElementById("found");
  const field = document.getElementById("search");
  const [player, tournament] = document.querySelector('meta[name="kinds"]').content.split("|");
  const kinds = { player, tournament };
  const isChinese = document.documentElement.lang.startsWith("zh");
  let texts = null; // what is searched, made ready once

  function cell(content, tag = "td") {
    const made = document.createElement(tag);
    made.append(content);
    return made;
  }

  function rowOf([kind, page, id, name, chinese, detail]) {
    const row = document.createElement("tr");
    const link = document.createElement("a");
    link.href = document.body.dataset.pages + page.split("/").map(encodeURIComponent).join("/");
    link.textContent = isChinese && chinese ? chinese : name;
    const head = cell(link, "th");
    head.scope = "row";
    row.append(cell(kinds[kind]), head, cell(id), cell([chinese, detail].filter(Boolean).join(", ")));
    return row;
  }

  // The page has the sentences, in its language.
  function sentence(number, text) {
    const pattern = number > MOST_FOUND ? lead.dataset.many : lead.dataset.found;
    const values = { number, text, shown: MOST_FOUND };
    return pattern.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  function find(text) {
    const words = plain(text).split(/[\s,]+/).filter(Boolean);
    if (words.length) texts ??= INDEX.map((row) => plain(row.slice(2).join(" ")));
    const hits = words.length ? INDEX.filter((_, at) => words.every((word) => texts[at].includes(word))) : [];
    document.getElementById("hits").replaceChildren(...hits.slice(0, MOST_FOUND).map(rowOf));
    lead.textContent = words.length ? sentence(hits.length, text) : "";
  }

  field.value = new URLSearchParams(location.search).get("q") ?? "";
  field.addEventListener("input", () => find(field.value));
  find(field.value);
})();
