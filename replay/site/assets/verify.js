// The page that checks proofs: takes files, keys and lists of this site, asks proofs.js, and shows its steps.
//
// Nothing is sent anywhere. Data of the site come as scripts (globalThis.CHECK), because a page that was opened from a
// folder may load scripts and nothing else. Sentences stand in check-words.js, in the language of the page.
"use strict";
(() => {
  const words = globalThis.WORDS;
  const root = document.body.dataset.root;
  const site = (globalThis.CHECK ??= {});
  const get = (id) => document.getElementById(id);
  const given = { proof: null, kept: "", opening: "", continuation: "", csv: null };
  const files = new Map(); // the files that the answer is about: kind → name
  const KEY = "rating-ledger key";
  const WITNESSES = "rating-ledger witnesses";

  // Words ------------------------------------------------------------------------------------------------------------

  const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
  const shown = (value) => (typeof value === "bigint" ? value.toLocaleString(language) : String(value ?? "–"));
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => shown(values[name]));
  const day = (value) => new Date(value).toLocaleDateString(language, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  const moment = (value) => `${new Date(value).toLocaleString(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })} UTC`;

  /** Values as people read them: days, moments, names of witnesses with their times. */
  function readable(step) {
    const values = { ...step.values };
    values.rating = step.values.row?.rating ?? "–";
    if (values.listDate) values.listDate = day(values.listDate);
    if (values.recorded) values.recorded = moment(values.recorded);
    values.names = (values.witnesses ?? []).map(({ name, time }) => `${nameOf(name)} (${moment(time * 1000)})`).join(", ");
    values.type = words.types[values.type] ?? values.type;
    if (values.scheme) values.scheme = words.schemes[values.scheme] ?? values.scheme;
    return values;
  }

  const nameOf = (key) => (site.about?.witnesses ?? []).find((one) => one.key.startsWith(`${key}+`))?.name ?? key;

  function element(tag, text = "", attributes = {}) {
    const made = document.createElement(tag);
    made.textContent = text;
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  }

  // Steps ------------------------------------------------------------------------------------------------------------

  function stepItem(step) {
    const [title, sentence] = words.steps[step.code] ?? [words.noFile, words.unreadable[step.code] ?? step.code];
    const item = element("li", "", { class: step.state });
    item.append(element("h3", title), element("p", filled(sentence, readable(step))));
    const stored = step.values.stored;
    if (stored) {
      const fold = element("details");
      fold.append(element("summary", words.page.stored));
      for (const line of [stored].flat()) fold.append(element("code", line));
      item.append(fold);
    }
    return item;
  }

  function show(answer, title) {
    const bad = answer.steps.findIndex((step) => step.state === "bad");
    const steps = bad < 0 ? answer.steps : answer.steps.slice(0, bad + 1);
    const items = steps.map(stepItem);
    if (bad >= 0 && bad + 1 < answer.steps.length) {
      const rest = element("li", "", { class: "not" });
      rest.append(element("h3", words.page["after-failure"]), element("p", words.page["after-failure-why"]));
      items.push(rest);
    }
    get("steps").replaceChildren(...items);
    const notice = get("verdict");
    notice.className = `notice ${answer.holds ? (answer.vouched ? "well" : "") : "wrong"}`;
    notice.replaceChildren(element("strong", title), " ", sentenceOf(answer));
    get("result").hidden = false;
    get("step-by-step").hidden = false;
    get("save").hidden = given.proof === null;
    get("revised").hidden = !isRevised(answer);
  }

  /** What a proof says, in one sentence. */
  function sentenceOf(answer) {
    if (!answer.holds) return "";
    const published = answer.steps.find((step) => step.code === "published");
    const row = answer.steps.find((step) => ["row", "no-row"].includes(step.code));
    const opened = answer.steps.find((step) => step.code === "name-opened");
    if (!published || !row) return "";
    const values = { ...readable(published), ...readable(row) };
    if (opened) values.player = `${opened.values.name} (${values.player})`;
    return filled(words.page[row.code === "row" ? "had" : "absent"], values);
  }

  /** Does this site know a newer publication of the same list? */
  function isRevised(answer) {
    const published = answer.steps.find((step) => step.code === "published")?.values;
    return (site.about?.lists ?? []).some(
      (one) => one.scheme === published?.scheme && one.date === published.listDate && one.position > published.position,
    );
  }

  function titleOf(answer) {
    if (!answer.holds) return words.page.fails;
    if (!answer.vouched) return words.page["hashes-hold"];
    return isFromSite() ? words.page["site-key"] : words.page["all-hold"];
  }

  // The key comes from the visitor's side ----------------------------------------------------------------------------

  const memory = {
    get: (name) => {
      try {
        return JSON.parse(localStorage.getItem(name)) ?? {};
      } catch {
        return {};
      }
    },
    set: (name, value) => {
      try {
        localStorage.setItem(name, JSON.stringify(value));
      } catch {
        // a browser that remembers nothing: the key stays in its field
      }
    },
  };

  const isFromSite = () => get("key").dataset.from === "site";
  const siteKeys = () => (site.about?.keys ?? []).join("\n");

  const trust = () => ({
    keys: get("key").value,
    witnesses: get("witnesses").value,
    quorum: Number(get("quorum").value) || undefined,
    kept: given.kept,
    opening: given.opening,
  });

  function showKey() {
    const text = get("key").value.trim();
    const lines = [];
    if (!text) lines.push(words.page["key-none"]);
    const known = memory.get(KEY);
    if (text && known.text === text) lines.push(filled(words.page.remembered, { day: day(known.since) }));
    if (text && isFromSite()) lines.push(words.page["key-from-site"]);
    const agrees = text.split(/\s+/).some((one) => siteKeys().split("\n").includes(one));
    if (text && siteKeys() && !isFromSite()) lines.push(words.page[agrees ? "key-agrees" : "key-differs"]);
    get("key-state").textContent = lines.join(" ");
    get("key-state").classList.toggle("warned", Boolean(text && siteKeys() && !agrees));
  }

  function keyChanged() {
    get("key").dataset.from = "visitor";
    showKey();
    check();
  }

  // Files ------------------------------------------------------------------------------------------------------------

  /** Another question than the last one; an opening that was given with the last proof says nothing about the next. */
  function turnTo(question) {
    if (given.proof !== null) {
      given.opening = "";
      files.delete("opening");
    }
    Object.assign(given, { proof: null, continuation: "", csv: null }, question);
    for (const kind of ["proof", "continuation", "csv"]) files.delete(kind);
  }

  async function take(chosen) {
    const dropped = [];
    for (const file of chosen) {
      const data = new Uint8Array(await file.arrayBuffer());
      dropped.push({ name: file.name, data, kind: await kindOf(data) });
    }
    const others = [];
    dropped.sort((one, other) => (other.kind === "proof") - (one.kind === "proof"));
    for (const { name, data, kind } of dropped) {
      if (["proof", "csv", "continuation"].includes(kind)) turnTo({ [kind]: data });
      if (kind === "kept") given.kept = data;
      if (kind === "opening") given.opening = data;
      if (kind === "key") get("key").value = new TextDecoder().decode(data).trim();
      if (kind === "key") get("key").dataset.from = "visitor";
      if (kind === "witnesses") get("witnesses").value = new TextDecoder().decode(data).trim();
      if (["proof", "kept", "opening", "continuation", "csv"].includes(kind)) {
        files.set(kind, name);
      } else if (kind === "unknown") {
        others.push(filled(words.page["unknown-file"], { file: name }));
      }
    }
    showFiles(others);
    showKey();
    await check();
  }

  function showFiles(others = []) {
    const lines = Array.from(files, ([kind, file]) => filled(words.page[`file-${kind}`], { file }));
    get("files").replaceChildren(...[...lines, ...others].map((line) => element("li", line)));
  }

  /** What a file is, by what stands in it. */
  async function kindOf(data) {
    const text = new TextDecoder().decode(data.slice(0, 4096)).replace(/^\uFEFF/, "").trimStart();
    if (text.startsWith("{")) return "proof";
    if (text.startsWith("[")) return "opening";
    if (/^old [0-9]+\n/.test(text)) return "continuation";
    if (/^[^\n]+\n[0-9]+\r?\n[A-Za-z0-9+/]{43}=/.test(text)) return "kept";
    if (/^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+\s/.test(`${text}\n`)) {
      const keys = proofs.readKeys(text, proofs.LOG);
      return keys.then(() => "key", (refusal) => (refusal.code === "key-of-witness" ? "witnesses" : "key"));
    }
    return /^[^\n]*\bplayer\b[^\n]*\n/.test(text) ? "csv" : "unknown";
  }

  async function check() {
    if (given.proof !== null) {
      const answer = await proofs.checkProof(given.proof, trust());
      show(answer, titleOf(answer));
    } else if (given.continuation || (given.kept && site.about?.checkpoint)) {
      const answer = await proofs.checkContinuation(given.continuation || continuationFrom(given.kept), trust());
      show(answer, titleOf(answer));
    } else if (given.csv !== null) {
      await checkList();
    }
  }

  /** The way from a checkpoint that somebody kept to the newest one of this site, if the site has it. */
  function continuationFrom(kept) {
    const size = /^[^\n]+\r?\n([0-9]+)/.exec(new TextDecoder().decode(kept).trim())?.[1] ?? "0";
    const path = site.about.ways[size] ?? [];
    const from = size in site.about.ways ? size : 0;
    return `old ${from}\n${path.map((hash) => `${hash}\n`).join("")}\n${site.about.checkpoint}`;
  }

  // Lists of this site -----------------------------------------------------------------------------------------------

  function load(name) {
    if (site[name]) return Promise.resolve(site[name]);
    return new Promise((resolve, reject) => {
      const script = element("script", "", { src: `${root}proofs/${name}.js` });
      script.addEventListener("load", () => resolve(site[name]));
      script.addEventListener("error", () => reject(new Error(name)));
      document.head.append(script);
    });
  }

  /** The proof of what a list says of a player, put together from the rows of this site. */
  async function proofOf(stem, player) {
    const list = await load(stem);
    const at = listRows.partOf(list.first, player);
    const parts = [];
    for (const part of [at, at + 1].filter((one) => one < list.first.length)) parts.push(await listRows.leaves(stem, part));
    return new TextEncoder().encode(proofs.proofText(list, parts, player));
  }

  async function checkPlayer(stem, player) {
    turnTo({ proof: await proofOf(stem, player) });
    showFiles();
    await check();
  }

  /** A csv file against the list that is chosen: every part of it is read. */
  async function checkList() {
    const stem = get("list").value;
    if (!stem) {
      get("files").replaceChildren(element("li", words.page["no-list-of-csv"]));
      return;
    }
    const list = await load(stem);
    const leaves = [];
    for (let part = 0; part < list.first.length; part++) {
      get("progress").textContent = filled(words.page.loading, { done: part + 1, all: list.first.length });
      leaves.push(...proofs.rowTexts(await listRows.leaves(stem, part)));
    }
    get("progress").textContent = "";
    const answer = await proofs.checkList(given.csv, leaves, proofs.publicationOf(list.stored));
    const proof = JSON.stringify({ format: "rating-ledger-proof/2", position: list.position, stored: list.stored, path: list.path, checkpoint: list.checkpoint });
    const rest = await proofs.checkProof(proof, { ...trust(), opening: "" });
    const whole = { holds: answer.holds && rest.holds, vouched: rest.vouched, steps: [...answer.steps, ...rest.steps] };
    show(whole, whole.holds && whole.vouched ? `${words.page["list-holds"]} ${titleOf(whole)}` : titleOf(whole));
  }

  function save(text, name) {
    const link = element("a", "", { download: name });
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.click();
    URL.revokeObjectURL(link.href);
  }

  // The page ---------------------------------------------------------------------------------------------------------

  function listen() {
    const drop = get("drop");
    drop.addEventListener("dragover", (event) => event.preventDefault());
    drop.addEventListener("drop", (event) => {
      event.preventDefault();
      take([...event.dataTransfer.files]);
    });
    get("file").addEventListener("change", () => take([...get("file").files]));
    get("key").addEventListener("input", keyChanged);
    get("witnesses").addEventListener("input", () => check());
    get("quorum").addEventListener("input", () => check());
    get("remember").addEventListener("click", () => {
      memory.set(KEY, { text: get("key").value.trim(), since: new Date().toISOString() });
      memory.set(WITNESSES, { text: get("witnesses").value.trim(), quorum: get("quorum").value });
      get("key").dataset.from = "visitor";
      showKey();
      check();
    });
    get("forget").addEventListener("click", () => {
      memory.set(KEY, {});
      memory.set(WITNESSES, {});
      get("key").value = "";
      keyChanged();
    });
    get("site-key").addEventListener("click", () => {
      get("key").value = siteKeys();
      get("key").dataset.from = "site";
      showKey();
      check();
    });
    get("find").addEventListener("submit", (event) => {
      event.preventDefault();
      checkPlayer(get("list").value, get("player").value.trim());
    });
    get("save").addEventListener("click", () => save(given.proof, `proof-${get("player").value.trim() || "rating"}.json`));
    get("keep").addEventListener("click", () => save(site.about.checkpoint, "checkpoint.txt"));
  }

  function begin() {
    const [known, witnesses] = [memory.get(KEY), memory.get(WITNESSES)];
    get("key").value = known.text ?? "";
    get("witnesses").value = witnesses.text ?? (site.about?.witnesses ?? []).map((one) => one.key).join("\n");
    get("quorum").value = witnesses.quorum ?? get("quorum").value;
    get("site-key").hidden = !siteKeys();
    get("keep").hidden = !site.about?.checkpoint;
    get("checker").hidden = false;
    showKey();
    ask(new URLSearchParams(location.hash.slice(1)));
  }

  /** A link from the page of a player or a list: #list=…&player=…, and perhaps &save. */
  async function ask(words) {
    if (words.has("list")) get("list").value = words.get("list");
    if (!words.has("list") || !words.has("player")) return;
    get("player").value = words.get("player");
    await checkPlayer(words.get("list"), words.get("player"));
    if (words.has("save")) get("save").click();
  }

  listen();
  begin();
  addEventListener("hashchange", begin);
})();
