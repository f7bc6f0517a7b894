// The page of a tournament: its table (everybody against everybody, or round by round), the bracket, rounds, tie-breaks.
// The data are those of replay/site/tournaments.py.
"use strict";
site.show((data) => {
  const { make, said, changeMark, personLink } = site;
  const { outcomes, stages } = globalThis.SAID;
  const CROSS = 20; // players for whom a cross-table has room
  const here = (texts) => texts?.[site.language] ?? "";
  const SIGNS = { "1-0": ["1", "0"], "0-1": ["0", "1"], "1/2-1/2": ["½", "½"], "+/-": ["+", "−"], "-/+": ["−", "+"], "-/-": ["−", "−"], "0-0": ["0", "0"] };
  const RESULTS = { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½", "+/-": "+ : −", "-/+": "− : +", "-/-": "− : −", "0-0": "0–0" };
  const BYES = { bye: "+", half: "½", leave: "–", absent: "−" };
  const places = new Map(data.rows.map(([, person], at) => [person, at + 1]));
  const isCross = data.cross && data.rows.length <= CROSS;
  const points = (value) => (value === null || value === undefined ? "" : String(value).replace(/\.5$/, "½").replace(/^0½$/, "½"));
  const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

  /** What every round was for everybody: round, opponent, side, sign. */
  const results = new Map(data.rows.map(([, person]) => [person, []]));
  for (const [stage, round, , games, byes] of data.rounds) {
    for (const [, first, second, result, fouls] of games) {
      const signs = fouls.length ? [first, second].map((one) => (fouls.includes(one) ? "0" : "1")) : SIGNS[result] ?? [result, result];
      results.get(first)?.push({ stage, round, opponent: second, isFirst: true, sign: signs[0] });
      results.get(second)?.push({ stage, round, opponent: first, isFirst: false, sign: signs[1] });
    }
    for (const [person, kind] of byes) results.get(person)?.push({ stage, round, opponent: null, sign: BYES[kind] ?? "", title: outcomes[kind] });
  }

  const looks = (sign) => ({ 1: "win", "+": "win", 0: "loss", "−": "loss" }[sign] ?? "");

  function cells(person) {
    const mine = results.get(person);
    if (isCross) {
      return data.rows.map(([, other]) => {
        const met = mine.filter((one) => one.opponent === other);
        return make("td", { class: `mid ${other === person ? "self" : met.length === 1 ? looks(met[0].sign) : ""}` }, met.map((one) => one.sign).join(" "));
      });
    }
    return columns.map((round) => {
      const met = mine.filter((one) => one.stage === "main" && one.round === round);
      return make("td", { class: `mid less meet ${met.length === 1 && met[0].opponent !== null ? looks(met[0].sign) : "soft"}` },
        met.map((one) => make("span", { title: one.opponent === null ? one.title : site.nameOf(data.people[one.opponent]) },
          one.opponent === null ? null : [site.pip(one.isFirst, data.red), make("span", { class: "soft" }, places.get(one.opponent) ?? ""), " "],
          make("span", { class: "res" }, one.sign))));
    });
  }

  const played = [...new Set(data.rounds.filter(([stage]) => stage === "main").map(([, round]) => round))];
  const columns = isCross ? data.rows.map((_, at) => at + 1) : played;

  function standings() {
    if (!data.rows.length) return null;
    const hasChanges = data.rows.some((row) => row[4]);
    const hasRanks = data.rows.some(([rank]) => rank);
    const hasRatings = data.rows.some((row) => row[5]);
    const hasPoints = !data.bracket.length || data.rows.some((row) => row[2]); // not where stages decide
    const heads = [
      make("th", { scope: "col", class: "num" }, said("rank")), make("th", { scope: "col", class: "keep" }, said("player")),
      hasRatings && make("th", { scope: "col", class: "num least" }, said("rating")),
      columns.map((column) => make("th", { scope: "col", class: `mid${isCross ? "" : " less"}` }, column)),
      hasPoints && make("th", { scope: "col", class: "num" }, said("points")),
      data.ties.map(([heading, meaning], at) => make("th", { scope: "col", class: `num ${at ? "less" : "least"}` }, make("abbr", { title: here(meaning) }, here(heading)))),
      hasChanges && make("th", { scope: "col", class: "num" }, said("change")),
    ];
    const rows = data.rows.map(([rank, person, score, ties, change, rating], at) => make("tr", { id: `player-${data.people[person][0]}` },
      make("td", { class: "num" }, rank ?? (hasRanks ? "–" : make("span", { class: "soft" }, at + 1))),
      make("th", { scope: "row", class: "keep" }, personLink(data.people[person])),
      hasRatings && make("td", { class: "num least" }, rating || "–"),
      cells(person),
      hasPoints && make("td", { class: "num strong" }, points(score)),
      ties.map((value, place) => make("td", { class: `num ${place ? "less" : "least"}` }, points(value))),
      hasChanges && make("td", { class: "num" }, changeMark(change))));
    return make("section", { id: "table" }, make("h2", {}, said(isCross ? "cross-table" : "standings")),
      isCross || !columns.length ? null : make("p", { class: "says" }, said("sides")),
      make("div", { class: "wide" }, make("table", { class: "cross" }, make("caption", { class: "unseen" }, said("standings")),
        make("thead", {}, make("tr", {}, heads)), make("tbody", {}, rows))),
      data.ties.length ? make("p", { class: "says" }, here(data.caption)) : null,
      data.notes.map((note) => make("p", { class: "says" }, here(note))),
      data.ties.length ? make("details", { class: "fold" }, make("summary", {}, said("tie-breaks")),
        make("dl", { class: "facts down" }, data.ties.map(([heading, meaning, article]) => make("div", {},
          make("dt", {}, here(heading)), make("dd", {}, [here(meaning), article].filter(Boolean).join(" · ")))))) : null);
  }

  function bracket() {
    if (!data.bracket.length) return null;
    const stage = ([name, round, ties]) => make("div", { class: "stage" },
      make("h3", {}, round === null ? capital(stages[name]) : said("round", { round })),
      make("ol", {}, ties.map(([one, other, ...rest]) => make("li", { class: "tie" }, [one, other].map((person, at) =>
        make("span", { class: rest[2] === at ? "won" : rest[2] < 0 ? null : "out" }, personLink(data.people[person]), " ", make("b", {}, points(rest[at]))))))));
    return make("section", { id: "bracket" }, make("h2", {}, said("bracket")),
      make("div", { class: "wide" }, make("div", { class: "bracket" }, data.bracket.map(stage))));
  }

  function rounds() {
    if (!data.rounds.length) return null;
    const one = ([stage, round, days, games, byes], at) => {
      const title = stage === "main" ? said("round", { round }) : said("stage-round", { stage: capital(stages[stage]), round });
      const shownDays = days.length ? site.daysText(days[0], days.at(-1)) : "";
      const lines = games.map(([board, first, second, result, fouls]) => make("li", {}, make("span", { class: "row between" },
        make("span", {}, make("span", { class: "soft board" }, board), " ", personLink(data.people[first]), " – ", personLink(data.people[second]),
          fouls.length ? [" ", make("span", { class: "tag" }, said("by-fouls"))] : null),
        make("span", { class: "result" }, RESULTS[result] ?? result))));
      const without = byes.map(([person, kind]) => make("li", {}, make("span", { class: "row between" }, personLink(data.people[person]),
        make("span", { class: "soft" }, outcomes[kind] ?? kind))));
      return make("details", { class: "fold", open: at === data.rounds.length - 1 },
        make("summary", {}, title, " ", make("span", { class: "soft" }, shownDays)), make("ul", { class: "list" }, lines, without));
    };
    return make("section", { id: "rounds" }, make("h2", {}, said("rounds")), data.rounds.map(one));
  }

  const rated = data.rated.map((name) => globalThis.SAID.schemes[name]?.title).filter(Boolean);
  const about = [site.daysText(data.start, data.end), data.place, here(data.format), rated.join(", ")].filter(Boolean);
  const prefix = site.suffix ? `${site.language}/` : "";
  return [
    make("div", { class: "head" },
      make("p", { class: "over" }, make("a", { href: `${site.root}${prefix}tournaments/index.html` }, said("tournaments"))),
      make("h1", site.scriptOf(data.name), data.name), make("p", { class: "lead" }, about.join(" · ")),
      make("p", { class: "small soft" }, said("id", { player: data.id }))),
    bracket(), standings(), rounds(), make("p", { class: "small soft" }, said("as-known")),
  ].filter(Boolean);
});
