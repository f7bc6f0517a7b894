// What scripts of the site share: where pages are, days in words, elements; and a warning where no witness has cosigned
// for a while. A page that all languages share gets its words, its head and its foot from assets/words.LANGUAGE.js.
"use strict";
const site = (() => {
  const { root, first } = document.body.dataset;
  const asked = new URLSearchParams(location.search).get("lang");
  const languages = globalThis.SITE?.languages ?? [first];
  const isShared = globalThis.SITE !== undefined && first === undefined;
  const written = document.documentElement.lang;
  const language = isShared && languages.includes(asked) ? asked : written;
  const isChinese = language.startsWith("zh");
  const suffix = language === (first ?? languages[0]) ? "" : `?lang=${language}`;

  /** An element; attributes that are null or false are left out, and so are empty children. */
  function make(tag, attributes = {}, ...children) {
    const isDrawing = ["svg", "path", "circle", "line", "text", "title", "g"].includes(tag);
    const made = isDrawing ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
    }
    made.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== "" && child !== false));
    return made;
  }

  /** A sentence with its values, which may be elements. */
  function filled(pattern, values) {
    return pattern.split(/(\{\w+\})/).map((part) => (/^\{\w+\}$/.test(part) ? values[part.slice(1, -1)] ?? part : part));
  }

  const said = (name, values = {}) => filled(globalThis.SAID.words[name], values).join("");
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

  /** A day as pages write it: 1 Nov 2025, 2025年11月1日. */
  function dayText(text, isShort = false) {
    const [year, month, day] = text.split("-").map(Number);
    if (isChinese) return `${isShort ? "" : `${year}年`}${month}月${day}日`;
    return `${day} ${months[month - 1]}${isShort ? "" : ` ${year}`}`;
  }

  /** 8–14 Sep 2025, 2025年9月8日至14日: what both days have in common is said once. */
  function daysText(start, end) {
    if (start === end) return dayText(start);
    const [year, month] = start.split("-");
    const [lastYear, lastMonth, lastDay] = end.split("-");
    const day = Number(start.split("-")[2]);
    if (isChinese) {
      if (year !== lastYear) return `${dayText(start)}至${dayText(end)}`;
      return `${dayText(start)}至${month === lastMonth ? `${Number(lastDay)}日` : dayText(end, true)}`;
    }
    if (year !== lastYear) return `${dayText(start)} – ${dayText(end)}`;
    return month === lastMonth ? `${day}–${dayText(end)}` : `${dayText(start, true)} – ${dayText(end)}`;
  }

  const scriptOf = (text) => (!isChinese && /[\u3400-\u9fff]/.test(text) ? { lang: "zh" } : isChinese && /^[ -\u02ff]+$/.test(text) ? { lang: "en" } : {});

  /** Somebody's name in the reader's script. People are [id, name, page, names in Chinese]. */
  const nameOf = ([, name, , chinese]) => chinese?.[language] ?? name;
  const address = (folder, file) => `${root}${folder}/${encodeURIComponent(file)}.html${suffix}`;

  function personLink(person) {
    const [id, , page = 1] = person;
    const name = nameOf(person);
    if (page === 0) return make("span", scriptOf(name), name);
    return make("a", { href: address("players", page === 1 ? id : page), ...scriptOf(name) }, name);
  }

  const tournamentAddress = ([id, file]) => address("tournaments", file ?? id);

  /** A change with its sign and colour. */
  function changeMark(text) {
    if (!text) return null;
    const kind = text.startsWith("+") ? "up" : text.startsWith("−") ? "down" : "same";
    return make("span", { class: `chg ${kind}` }, text);
  }

  function pip(isFirst, isRed) {
    const text = globalThis.SAID.words[isFirst ? (isRed ? "red" : "white") : "black"];
    return make("span", { class: `pip ${isFirst ? (isRed ? "red" : "") : "second"}`, role: "img", "aria-label": text });
  }

  /** A table: headings are [text, class], rows are rows, or lists of cells of which `head` is the place of the heading. */
  function table(caption, headings, rows, { style = "tight", head = 0 } = {}) {
    const cell = (content, at) =>
      make(at === head ? "th" : "td", { class: headings[at][1] || null, scope: at === head ? "row" : null }, content);
    return make("div", { class: "wide" }, make("table", { class: style },
      make("caption", { class: "unseen" }, caption),
      make("thead", {}, make("tr", {}, headings.map(([text, look]) => make("th", { scope: "col", class: look || null }, text)))),
      make("tbody", {}, rows.map((row) => (row instanceof Element ? row : make("tr", {}, row.map(cell)))))));
  }

  /** Load a script of the site. */
  const load = (file) => new Promise((resolve, reject) => {
    const script = make("script", { src: `${root}${file}` });
    script.addEventListener("load", resolve);
    script.addEventListener("error", reject);
    document.head.append(script);
  });

  /** Show a page that all languages share: its words, its head and foot, and what a function makes of its data. */
  async function show(render) {
    await load(`assets/words.${language}.js`);
    const data = JSON.parse(document.getElementById("data").textContent);
    const html = document.documentElement;
    html.lang = language;
    document.querySelector(".masthead").innerHTML = globalThis.SAID.masthead;
    const foot = make("footer", { class: "foot" });
    foot.innerHTML = globalThis.SAID.foot;
    const main = document.getElementById("content");
    main.replaceChildren(...render(data));
    main.after(foot);
    document.title = `${data.me ? nameOf(data.me) : data.name} · ${globalThis.SAID.site}`;
    document.body.dataset.shown = language;
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }

  const cosigned = document.querySelector("[data-cosigned]");
  const LATELY = 40 * 86400 * 1000;
  if (cosigned && Date.now() - Number(cosigned.dataset.cosigned) * 1000 > LATELY) {
    document.getElementById("no-recent-witness").hidden = false;
  }

  return {
    root, language, isChinese, suffix, make, filled, said, dayText, daysText, nameOf, personLink, address,
    tournamentAddress, changeMark, pip, table, load, show, scriptOf,
  };
})();
