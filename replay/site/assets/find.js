// Search without a server, by the rules of projections/find.py and ledger/names.py: INDEX (search-index-1.js and so on)
// has names as Python folds them; what somebody types is folded here by the same table, FOLD (fold-table.js).
"use strict";
const matcher = (() => {
  const SAME = 0, WORDS = 1, BEGINNINGS = 2, PARTS = 3, PART_OF_ID = 4, MISSPELT = 5;
  const SHORTEST_MISSPELT = 4;
  const IN_WORD = /[\p{L}\p{N}\p{M}]/u;
  const HAN = /[\u4e00-\u9fff]/;

  const swapped = (text, table) => [...text].map((sign) => table[sign] ?? sign).join("");

  /** A text without case, accents and width. */
  function folded(text) {
    if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
    const small = [...text.normalize("NFKC")].map((sign) => FOLD.letters[sign] ?? sign.toLowerCase()).join("");
    return swapped(small.normalize("NFKD").replace(/\p{M}/gu, (mark) => (isCombining(mark) ? "" : mark)), FOLD.plain).normalize("NFC");
  }

  /** Whether a mark stands on its own letter in Unicode's order of marks; vowel signs of Indian scripts do not. */
  const isCombining = (mark) => !FOLD.apart.includes(mark);
  const simplified = (text) => (HAN.test(text) ? swapped(text, FOLD.simplified) : text);
  const wordsOf = (key) => key.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);

  /** How a folded name fits the words typed; null if it does not. */
  function likeness(typed, key) {
    if (!typed.length) return null;
    const whole = typed.join("");
    const fits = typed.every((word) => key.includes(word));
    if (!fits && IN_WORD.test(key[0]) && key[0] !== whole[0]) return null; // of most names in a large index
    const words = wordsOf(key);
    const isWhole = whole === words.join("");
    if (!fits) return isWhole ? SAME : null;
    if (isWhole || [...typed].sort().join(" ") === [...words].sort().join(" ")) return SAME;
    if (typed.every((word) => words.includes(word))) return WORDS;
    if (typed.every((word) => words.some((each) => each.startsWith(word)))) return BEGINNINGS;
    return PARTS;
  }

  function likenessOfId(key, id) {
    const plain = folded(id);
    if (plain === key) return -1;
    return wordsOf(key).length && plain.includes(key) ? PART_OF_ID : null;
  }

  /** Whether two words are the same but for one letter that is other, more, less, or swapped with the next. */
  function isNear(one, other) {
    if (Math.abs(one.length - other.length) > 2) return false; // a letter has one unit or two
    const [a, b] = [[...one], [...other]];
    if (Math.abs(a.length - b.length) > 1) return false;
    let same = 0;
    while (same < Math.min(a.length, b.length) && a[same] === b[same]) same += 1;
    const [rest, others] = [a.slice(same), b.slice(same)];
    const text = (letters) => letters.join("");
    if (text(rest.slice(1)) === text(others.slice(1)) || text(rest.slice(1)) === text(others) || text(rest) === text(others.slice(1))) return true;
    return text(rest.slice(0, 2)) === text(others.slice(0, 2).reverse()) && text(rest.slice(2)) === text(others.slice(2));
  }

  /** The folded names of a row: the name, names in other languages, readings. */
  const keysOf = ([, [, name], , names, others, readings]) => [names ?? [name.toLowerCase()], others ?? [], readings ?? []];

  const before = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

  function sorted(found) {
    const nameKey = (row) => wordsOf(folded(row[1][1])).sort().join(" ");
    return found.map(([rank, row]) => [rank, nameKey(row), row])
      .sort((a, b) => a[0] - b[0] || before(a[1], b[1]) || before(a[2][1][0], b[2][1][0])).map(([, , row]) => row);
  }

  /** The rows of a kind that a text may mean, the best first. */
  function find(rows, text) {
    const plain = simplified(text);
    const typed = wordsOf(folded(plain));
    const key = folded(plain.trim());
    const found = [];
    for (const row of rows) {
      const fits = [likenessOfId(key, row[1][0]), ...keysOf(row).flat().map((name) => likeness(typed, name))].filter((one) => one !== null);
      if (fits.length) found.push([Math.min(...fits), row]);
    }
    if (found.length) return sorted(found);
    if (!typed.length || !typed.every((word) => [...word].length >= SHORTEST_MISSPELT && !HAN.test(word))) return [];
    const near = rows.filter((row) => {
      const [names, , readings] = keysOf(row);
      const words = [...names, ...readings].flatMap(wordsOf);
      return typed.every((word) => words.some((each) => isNear(word, each)));
    });
    return sorted(near.map((row) => [MISSPELT, row]));
  }

  return { find, folded, simplified, wordsOf };
})();

(() => {
  const lead = document.getElementById("found");
  if (!lead) return;
  const MOST_FOUND = 100;
  const field = document.querySelector("main [type=search]");
  const [player, tournament] = document.querySelector('meta[name="kinds"]').content.split("|");
  const kinds = { player, tournament };

  function rowOf([kind, person, detail]) {
    const link = kind === "player" ? site.personLink(person)
      : site.make("a", { href: site.tournamentAddress([person[0], person[2]]) }, person[1]);
    const other = site.isChinese ? person[1] : person[3]?.["zh-Hans"] ?? person[3]?.["zh-Hant"] ?? "";
    const about = [other === link.textContent ? "" : other, detail].filter(Boolean).join(", ");
    return site.make("tr", {}, site.make("td", { class: "least" }, kinds[kind]), site.make("th", { scope: "row" }, link), site.make("td", {}, person[0]), site.make("td", {}, about));
  }

  // The page has the sentences, in its language.
  function sentence(number, text) {
    const pattern = number > MOST_FOUND ? lead.dataset.many : lead.dataset.found;
    return site.filled(pattern, { number, text, shown: MOST_FOUND }).join("");
  }

  function find(text) {
    const isAsked = text.trim() !== "";
    const hits = isAsked ? ["player", "tournament"].flatMap((kind) => matcher.find(INDEX.filter((row) => row[0] === kind), text)) : [];
    document.getElementById("hits").replaceChildren(...hits.slice(0, MOST_FOUND).map(rowOf));
    lead.textContent = isAsked ? sentence(hits.length, text) : "";
  }

  field.value = new URLSearchParams(location.search).get("q") ?? "";
  field.addEventListener("input", () => find(field.value));
  find(field.value);
})();
