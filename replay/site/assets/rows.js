// The rows of published lists, put together from the scripts of replay/site/list_rows.py: what a list says anew is in its
// parts; names and the like stand once for all lists of a regulation, with what earlier lists said otherwise.
"use strict";
const listRows = (() => {
  const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const root = document.body.dataset.root ?? "";
  const known = (globalThis.ROWS ??= {});
  const people = {}; // by regulation: id → the part that has somebody, and the place there

  /** What a script of the site adds to `ROWS`. */
  function load(name) {
    if (known[name]) return Promise.resolve(known[name]);
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${root}rows/${name}.js`;
      script.addEventListener("load", () => resolve(known[name]));
      script.addEventListener("error", () => reject(new Error(name)));
      document.head.append(script);
    });
  }

  /** A column: its values, or a sign for each row and the values that the signs stand for. */
  const unpacked = (column) => (Array.isArray(column) ? column : Array.from(column.signs, (sign) => column.values[SIGNS.indexOf(sign)]));

  async function loadPeople(scheme, number, withMarks) {
    const name = `${scheme}/people-${number}`;
    const [part, marks] = await Promise.all([load(name), withMarks && load(`${scheme}/marks-${number}`)]);
    for (const one of [part, marks]) if (one) one.columns = one.columns.map(unpacked);
    people[scheme] ??= new Map();
    for (const [at, player] of part.players.entries()) people[scheme].set(player, { part, marks, at });
  }

  /** What a list published at a position says of somebody, column by column. */
  function said(part, player, at, position) {
    const before = (part.earlier[player] ?? []).find(([until]) => position < until);
    return before ? before[1] : part.columns.map((column) => column[at]);
  }

  /** Does an id come before another by the bytes of their UTF-8, which is the order of their code points? */
  function isBefore(one, other) {
    const [a, b] = [Array.from(one), Array.from(other)];
    const at = a.findIndex((sign, place) => sign !== b[place]);
    return at >= 0 ? at < b.length && a[at].codePointAt() < b[at].codePointAt() : a.length < b.length;
  }

  /** In which part somebody stands, by who is the first in each. */
  function partOf(first, player) {
    let at = 0;
    while (at + 1 < first.length && !isBefore(player, first[at + 1])) at++;
    return at;
  }

  /** The rank of somebody on a list, of which `first` names the first player in each part; null without one. */
  async function rankOf(stem, first, player) {
    const { columns } = await load(`${stem}/${partOf(first, player)}`);
    return unpacked(columns.rank)[unpacked(columns.player).indexOf(player)] ?? null;
  }

  /** The rows of a loaded part: by column, and as the list's tree has them where marks are at hand. */
  function joined(part, shared) {
    const columns = Object.fromEntries(Object.entries(part.columns).map(([name, column]) => [name, unpacked(column)]));
    const changes = unpacked(part.change);
    return columns.player.map((player, at) => {
      const { part: here, marks, at: place } = people[part.scheme].get(player);
      const row = Object.fromEntries(said(here, player, place, part.position).map((value, column) => [shared[column], value]));
      for (const [name, column] of Object.entries(columns)) row[name] = column[at];
      const mark = marks && said(marks, player, place, part.position)[0];
      return { row, mark, change: changes[at], person: [player, row.name, ...(here.unusual[player] ?? [])] };
    });
  }

  /** All rows of a list with everything that pages show of them; `count` says in how many parts they are. */
  async function all(scheme, stem, count) {
    const { first, columns } = await load(`${scheme}/people`);
    const numbers = (length) => Array.from({ length }, (_, number) => number);
    const parts = await Promise.all(numbers(count).map((number) => load(`${stem}/${number}`)));
    await Promise.all(numbers(first.length).map((number) => loadPeople(scheme, number, false)));
    return parts.flatMap((part) => joined(part, columns));
  }

  /** A part of a list as the list's tree has it: names of columns, rows with marks in place of names, start, path. */
  async function leaves(stem, number) {
    const part = await load(`${stem}/${number}`);
    const { first, columns } = await load(`${part.scheme}/people`);
    const ids = unpacked(part.columns.player);
    const from = partOf(first, ids[0]);
    const to = partOf(first, ids.at(-1));
    for (let one = from; one <= to; one++) await loadPeople(part.scheme, one, true);
    const rows = joined(part, columns).map(({ row, mark }) => part.names.map((name) => (name === "name" ? mark : row[name])));
    return { start: part.start, path: part.path, columns: part.names, rows };
  }

  return { all, leaves, partOf, rankOf };
})();
