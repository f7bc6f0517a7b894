// The page of a player: ratings in force, every list with why it differs from the one before, games by tournament.
// The data are those of replay/site/players.py; lists between those with a change say the same and are added here.
"use strict";
site.show((data) => {
  const { make, said, dayText, changeMark, personLink } = site;
  const { schemes, statuses, causes, titles, sexes } = globalThis.SAID;
  const LISTS = globalThis.SITE.lists.map(([scheme, day, stem, recorded, isFirst, isProvable, rows], place) => (
    { scheme, day, stem, recorded, isFirst, isProvable, rows, place }));
  const inOrder = (a, b) => (a.day === b.day ? a.place - b.place : a.day < b.day ? -1 : 1);
  const prefix = site.suffix ? `${site.language}/` : "";
  const listAddress = (list) => `${site.root}${prefix}lists/${encodeURIComponent(list.stem)}.html`;
  const listTitle = (list) => (list.isFirst ? dayText(list.day) : said("revised", { date: dayText(list.day), day: dayText(list.recorded) }));
  const entries = data.lists.map(([at, rating, change, rank, games, k, status, further, why]) => (
    { list: LISTS[at], rating, change, rank, games, k, status, further, why }));
  const names = [...new Set(entries.map((entry) => entry.list.scheme))];
  const anchor = (one) => `games-${one[0][0]}`;

  /** The lists of a regulation, oldest first, with those on which nothing changed. */
  function everyList(scheme) {
    const mine = new Map(entries.filter((entry) => entry.list.scheme === scheme).map((entry) => [entry.list.place, entry]));
    const rows = [];
    let last = null;
    for (const list of LISTS.filter((one) => one.scheme === scheme).sort(inOrder)) {
      if (mine.has(list.place)) rows.push((last = mine.get(list.place)));
      else if (last?.rating) rows.push((last = { ...last, list, change: "=", rank: null, games: null, why: {}, isSame: true }));
    }
    return rows;
  }

  // The rating in force --------------------------------------------------------------------------------------------

  function inForce(scheme) {
    const mine = entries.filter((entry) => entry.list.scheme === scheme);
    const newest = mine.at(-1);
    let since = newest;
    for (const entry of [...mine].reverse()) {
      if (entry.rating !== newest.rating) break;
      since = entry;
    }
    const standing = new Map(mine.map((entry) => [entry.list.day, entry]));
    const peak = [...standing.values()].reduce((best, one) => (Number(one.rating ?? 0) > Number(best.rating ?? 0) ? one : best));
    const every = everyList(scheme);
    const current = every.at(-1);
    const provable = every.reverse().find((entry) => entry.list.isProvable && entry.rating);
    const proof = provable && `${site.root}${prefix}verify.html#list=${encodeURIComponent(provable.list.stem)}&player=${encodeURIComponent(data.me[0])}`;
    const fact = (label, value) => (value ? make("div", {}, make("dt", {}, label), make("dd", {}, value)) : null);
    const onList = (text, entry) => said("on-list", { text, day: dayText(entry.list.day) });
    return make("li", {},
      make("h2", { class: "over" }, make("a", { href: `${site.root}${prefix}lists/${encodeURIComponent(scheme)}.html` }, schemes[scheme].title)),
      make("p", { class: "big" }, newest.rating ?? said("gone"), current.isSame ? null : [" ", changeMark(since.change)]),
      make("p", { class: "small soft" }, current.isSame
        ? [said("same-since", { date: dayText(current.list.day), day: dayText(since.list.day) }), " ", changeMark(since.change)]
        : said("since", { date: dayText(since.list.day) })),
      newest.rating && make("dl", { class: "facts" },
        fact(said("rank"), newest.rank && rank(newest, current)), fact(said("highest"), onList(peak.rating, peak)),
        fact("K", newest.k), fact(said("status"), statuses[newest.status] ?? newest.status)),
      proof && make("p", { class: "small noprint" },
        make("a", { class: "button quiet", href: proof }, said("check")), " ", make("a", { href: `${proof}&save` }, said("save"))));
  }

  /** The rank; that on the newest list stands in its rows, even if nothing else is new there. */
  function rank(newest, current) {
    const shown = make("span", {}, said("on-list", { text: newest.rank, day: dayText(newest.list.day) }));
    if (current.isSame && current.list.isProvable) {
      rankNow(current.list).then((now) => {
        if (now !== null) shown.textContent = said("on-list", { text: now, day: dayText(current.list.day) });
      }, () => {});
    }
    return shown;
  }

  async function rankNow({ stem }) {
    await Promise.all([site.load("assets/rows.js"), site.load(`proofs/${encodeURIComponent(stem)}.js`)]);
    return listRows.rankOf(stem, globalThis.CHECK[stem].first, data.me[0]);
  }

  // Every list -----------------------------------------------------------------------------------------------------

  /** Where a change comes from: tournaments whose games are on the list, and, if they are known, all causes. */
  function why(entry, before) {
    const since = before?.list.day ?? "";
    const from = entry.isSame || !before ? [] : data.played.filter(([, , , , scheme, , days]) =>
      scheme === entry.list.scheme && days.some((day) => since < day && day <= entry.list.day));
    // Without the causes as published, what a tournament changed need not be its part of this change.
    const part = (one) => (Object.keys(entry.why).length && one[5] ? [" ", changeMark(one[5])] : null);
    const links = from.map((one) => [make("a", { href: `#${encodeURIComponent(anchor(one))}` }, one[1]), part(one)]);
    const others = Object.entries(entry.why ?? {}).filter(([code]) => code !== "games" || !from.length)
      .map(([code, part]) => [causes[code] ?? code, part ? [" ", changeMark(part)] : null]);
    const parts = [...links, ...others];
    if (!parts.length) return null;
    return make("span", { class: "since" }, said("from"), " ", parts.map((part, at) => [at ? ", " : "", part]));
  }

  function lists(scheme) {
    const rows = everyList(scheme);
    const further = schemes[scheme].columns.map((text) => [text, "num least"]);
    const headings = [[said("list-of"), ""], [said("rating"), "num strong"], [said("change"), "num"], [said("rank"), "num least"],
      [said("games"), "num least"], ["K", "num least"], [said("status"), "less"], ...further];
    const ofDay = rows.map((row, at) => rows.slice(0, at).reverse().find((one) => one.list.day < row.list.day));
    const cells = rows.map((row, at) => make("tr", { "data-list": row.list.stem, class: row.isSame ? "soft" : null }, [
      [make("a", { href: listAddress(row.list) }, listTitle(row.list)), why(row, ofDay[at])],
      row.rating ?? "", row.isSame ? "=" : changeMark(row.change), row.rank, row.games, row.k,
      row.rating ? statuses[row.status] ?? row.status : said("gone"), ...row.further,
    ].map((content, column) => make(column ? "td" : "th", { class: headings[column][1] || null, scope: column ? null : "row" }, content ?? ""))));
    const title = schemes[scheme].title;
    return make("section", {}, make("h2", {}, title), plot(scheme, rows),
      site.table(title, headings, cells.reverse(), { style: "tight lists" }));
  }

  // The plot, as on the desk: a rating holds until the next list ------------------------------------------------------

  function plot(scheme, rows) {
    const standing = [...new Map(rows.map((row) => [row.list.day, row])).values()].filter((row) => row.rating);
    if (standing.length < 2) return null;
    return make("figure", { class: "plot-of-lists" }, ["large", "small"].map((size) => drawing(size, standing, schemes[scheme].title)));
  }

  function drawing(size, rows, title) {
    const isLarge = size === "large";
    const [width, height, left] = isLarge ? [760, 262, 48] : [336, 236, 38];
    const time = (day) => Date.parse(day) / 86400000;
    const days = rows.map((row) => time(row.list.day));
    const [first, last] = [Math.min(...days), Math.max(...days, Math.min(...days) + 1)];
    const ratings = rows.map((row) => Number(row.rating));
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((one) => (Math.max(...ratings) - Math.min(...ratings)) / one <= 4) ?? 2000;
    const low = Math.floor(Math.min(...ratings) / step) * step;
    const high = Math.max(Math.ceil(Math.max(...ratings) / step) * step, low + step);
    const x = (day) => (left + 4 + ((day - first) / (last - first)) * (width - left - 24)).toFixed(1);
    const y = (rating) => (height - 48 - ((rating - low) * (height - 72)) / (high - low)).toFixed(1);
    const marks = [];
    for (let rating = low; rating <= high; rating += step) {
      marks.push(make("path", { class: "grid", d: `M${left} ${y(rating)}H${width - 12}` }),
        make("text", { x: left - 6, y: Number(y(rating)) + 4, "text-anchor": "end" }, rating));
    }
    const shown = [rows[0], ...(rows.length > 2 && isLarge ? [rows[rows.length >> 1]] : []), rows.at(-1)];
    for (const [at, row] of shown.entries()) {
      const place = at === 0 ? "start" : at === shown.length - 1 ? "end" : "middle";
      marks.push(make("text", { x: x(time(row.list.day)), y: height - 18, "text-anchor": place }, dayText(row.list.day)));
    }
    const path = rows.map((row, at) => (at ? `H${x(time(row.list.day))}V${y(Number(row.rating))}` : `M${x(time(row.list.day))} ${y(Number(row.rating))}`)).join("");
    const dots = rows.filter((row) => !row.isSame).map((row) => make("circle", { class: "dot", cx: x(time(row.list.day)), cy: y(Number(row.rating)), r: 4 },
      make("title", {}, `${listTitle(row.list)}: ${row.rating}`)));
    const told = `${title}: ${rows.map((row) => `${dayText(row.list.day)} ${row.rating}`).join(", ")}`;
    return make("svg", { class: `plot ${size}`, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": told }, marks, make("path", { class: "now", d: path }), dots);
  }

  // Games ----------------------------------------------------------------------------------------------------------

  function played(one, at) {
    const [tournament, name, start, end, scheme, change, , games] = one;
    const { red, reasons } = schemes[scheme] ?? {};
    const points = games.reduce((sum, [, , , , result]) => sum + ({ 1: 2, "+": 2, "½": 1 }[result] ?? 0), 0);
    const score = `${points > 1 || points % 2 === 0 ? points >> 1 : ""}${points % 2 ? "½" : ""}`;
    const hasChanges = games.some((game) => game[6]);
    const headings = [[said("rd"), "num"], [said("opponent"), "grow"], [said("rating"), "num"], [said("result"), "mid strong"],
      [said("expected"), "num least"], ...(hasChanges ? [[said("change"), "num"]] : [])];
    const rows = games.map(([round, opponent, rating, isFirst, result, expected, moved, reason]) => [
      round,
      [site.pip(isFirst, red), personLink(data.people[opponent]),
        reason ? make("span", { class: "soft small" }, ` ${said("not-rated", { why: reasons?.[reason] ?? reason })}`) : null],
      rating || "–", result, expected || "–", ...(hasChanges ? [changeMark(moved) ?? ""] : []),
    ]);
    return make("details", { class: "fold", id: anchor(one), open: at === 0 },
      make("summary", {}, make("span", site.scriptOf(name), name), " ",
        make("span", { class: "soft" }, `${site.daysText(start, end)} · ${said("score", { score, games: games.length })} `), changeMark(change)),
      make("p", { class: "small noprint" }, make("a", { href: site.tournamentAddress(tournament) }, said("table-and-rounds"))),
      site.table(name, headings, rows, { head: 1 }));
  }

  // A link to games opens them.
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target?.tagName === "DETAILS") target.open = true;
  };
  addEventListener("hashchange", open);
  queueMicrotask(open);

  const name = site.nameOf(data.me);
  const other = site.isChinese ? data.me[1] : data.me[3]?.["zh-Hans"] ?? data.me[3]?.["zh-Hant"];
  const about = [data.federation, data.born && said("born", { year: data.born }), sexes[data.sex] ?? data.sex, said("id", { player: data.me[0] })];
  const { title } = data;
  return [
    make("div", { class: "head" },
      make("h1", {}, title && make("span", { class: "t" }, titles[title] ?? title), title && " ", make("span", site.scriptOf(name), name),
        other && other !== name ? [" ", make("span", { class: "other-script", ...site.scriptOf(other) }, other)] : null),
      make("p", { class: "lead" }, about.filter(Boolean).join(" · "))),
    make("ul", { class: "ratings" }, names.map(inForce)),
    ...names.map(lists),
    data.played.length ? make("section", { id: "games" }, make("h2", {}, said("games-by-tournament")), data.played.map(played)) : "",
  ];
});
