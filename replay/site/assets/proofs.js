// Checks the proofs of a rating ledger, in a browser and without a network. docs/proofs.md specifies the formats.
//
// Nothing here touches the page and nothing here speaks: a check gives steps, each with a state (good, bad, not), a code
// and values; verify.js shows them and has the sentences. Needs noble.js where a browser has no Ed25519 of its own.
"use strict";
globalThis.proofs = (() => {
  const HASH = 32;
  const DEEPEST = 32;
  const MOST_DIGITS = 400;
  const MOST_SIGNATURES = 100;
  const LOG = 1;
  const WITNESS = 4;
  const utf8 = (text) => new TextEncoder().encode(text);

  /** Something that does not hold, or cannot be read: a code of a sentence, and its values. */
  class Refusal extends Error {
    constructor(code, values = {}) {
      super(code);
      this.code = code;
      this.values = values;
    }
  }

  // Bytes and base64 -------------------------------------------------------------------------------------------------

  function joined(...parts) {
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

  function toBase64(bytes) {
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  }

  /** Base64 in its one canonical spelling. */
  function fromBase64(text) {
    let bytes;
    try {
      bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    } catch {
      throw new Refusal("not-base64", { text: text.slice(0, 60) });
    }
    if (toBase64(bytes) !== text) throw new Refusal("not-base64", { text: text.slice(0, 60) });
    return bytes;
  }

  /** Which of two texts comes first, by the bytes of their UTF-8. */
  function compare(one, other) {
    const [a, b] = [utf8(one), utf8(other)];
    for (let at = 0; at < Math.min(a.length, b.length); at++) if (a[at] !== b[at]) return a[at] - b[at];
    return a.length - b.length;
  }

  const isSame = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);
  const isPrintable = (text) => !/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(text);

  /** The text of a file: UTF-8 and nothing else. */
  function textOf(data) {
    if (typeof data === "string") return data;
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
    } catch {
      throw new Refusal("not-utf8");
    }
  }

  // JSON, in which every key stands once and a number keeps its digits -----------------------------------------------

  class Num {
    constructor(text) {
      this.text = text;
    }
  }

  const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
  const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

  /** Objects become Maps, numbers keep their text. Refused: a key twice, brackets too deep, lone surrogates. */
  function parseJson(text) {
    let at = 0;
    const wrong = () => new Refusal("not-json", { at: at + 1 });
    const space = () => {
      while (at < text.length && " \t\n\r".includes(text[at])) at++;
    };
    const match = (pattern) => {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found === null) throw wrong();
      at = pattern.lastIndex;
      return found[0];
    };
    const string = () => {
      const value = JSON.parse(match(STRING));
      if (/\p{Cs}/u.test(value)) throw wrong();
      return value;
    };
    const items = (close, one) => {
      at++;
      space();
      if (text[at] === close) {
        at++;
        return;
      }
      for (;;) {
        one();
        space();
        if (text[at] === close) break;
        if (text[at] !== ",") throw wrong();
        at++;
        space();
      }
      at++;
    };
    const value = (depth) => {
      if (depth > DEEPEST) throw new Refusal("too-deep", { most: DEEPEST });
      const sign = text[at];
      if (sign === "{") {
        const object = new Map();
        items("}", () => {
          const key = string();
          if (object.has(key)) throw new Refusal("key-twice", { key: key.slice(0, 60) });
          space();
          if (text[at] !== ":") throw wrong();
          at++;
          space();
          object.set(key, value(depth + 1));
        });
        return object;
      }
      if (sign === "[") {
        const list = [];
        items("]", () => list.push(value(depth + 1)));
        return list;
      }
      if (sign === '"') return string();
      for (const [word, meaning] of [["null", null], ["true", true], ["false", false]]) {
        if (text.startsWith(word, at)) {
          at += word.length;
          return meaning;
        }
      }
      const number = match(NUMBER);
      if (number.length > MOST_DIGITS) throw new Refusal("too-long", { most: MOST_DIGITS });
      return new Num(number);
    };
    space();
    const whole = value(0);
    space();
    if (at !== text.length) throw wrong();
    return whole;
  }

  function whole(value) {
    if (!(value instanceof Num) || !/^-?[0-9]+$/.test(value.text)) throw new Refusal("not-fields");
    return BigInt(value.text);
  }

  function string(value) {
    if (typeof value !== "string") throw new Refusal("not-fields");
    return value;
  }

  function list(value) {
    if (!Array.isArray(value)) throw new Refusal("not-fields");
    return value;
  }

  /** An object with these fields and no others; those after them may be missing. */
  function fields(value, needed, others = []) {
    if (!(value instanceof Map)) throw new Refusal("not-fields");
    const missing = needed.some((name) => !value.has(name));
    const strange = [...value.keys()].some((name) => !needed.includes(name) && !others.includes(name));
    if (missing || strange) throw new Refusal("not-fields");
    return value;
  }

  // Hashing of RFC 9162 ----------------------------------------------------------------------------------------------

  const web = globalThis.crypto?.subtle;
  const fromWeb = async (data) => new Uint8Array(await web.digest("SHA-256", data));
  const sha256 = web ? fromWeb : async (data) => noble.sha256(data);
  const LEAF = Uint8Array.of(0);
  const NODE = Uint8Array.of(1);
  const leafHash = (text) => sha256(joined(LEAF, utf8(text)));
  const nodeHash = (left, right) => sha256(joined(NODE, left, right));

  /** The root that a path leads to; null if the path cannot belong to that place (RFC 9162, 2.1.3.2). */
  async function rootFromInclusion(leaf, index, size, path) {
    if (index < 0n || index >= size) return null;
    let [node, last, current] = [index, size - 1n, leaf];
    for (const step of path) {
      if (last === 0n) return null;
      if (node & 1n || node === last) {
        current = await nodeHash(step, current);
        while (!(node & 1n) && node) {
          node >>= 1n;
          last >>= 1n;
        }
      } else {
        current = await nodeHash(current, step);
      }
      node >>= 1n;
      last >>= 1n;
    }
    return last === 0n ? current : null;
  }

  /** Is the older tree the beginning of the newer one (RFC 9162, 2.1.4.2)? */
  async function isConsistent(old, oldRoot, size, root, path) {
    if (old > size) return false;
    if (old === size) return path.length === 0 && isSame(oldRoot, root);
    if (old === 0n) return path.length === 0 && isSame(oldRoot, await sha256(new Uint8Array(0)));
    const steps = old & (old - 1n) ? [...path] : [oldRoot, ...path];
    if (steps.length === 0) return false;
    let [node, last] = [old - 1n, size - 1n];
    while (node & 1n) {
      node >>= 1n;
      last >>= 1n;
    }
    let fromOld = steps[0];
    let fromNew = steps[0];
    for (const step of steps.slice(1)) {
      if (last === 0n) return false;
      if (node & 1n || node === last) {
        fromOld = await nodeHash(step, fromOld);
        fromNew = await nodeHash(step, fromNew);
        while (!(node & 1n) && node) {
          node >>= 1n;
          last >>= 1n;
        }
      } else {
        fromNew = await nodeHash(fromNew, step);
      }
      node >>= 1n;
      last >>= 1n;
    }
    return last === 0n && isSame(fromOld, oldRoot) && isSame(fromNew, root);
  }

  /** The largest power of two below a size: where RFC 9162 divides a tree. */
  function split(size) {
    let middle = 1;
    while (middle * 2 < size) middle *= 2;
    return middle;
  }

  /** The root over hashes, by noble: half a million rows would be half a million promises otherwise. */
  function rootOver(hashes, start = 0, end = hashes.length) {
    if (start === end) return noble.sha256(new Uint8Array(0));
    if (end - start === 1) return hashes[start];
    const middle = start + split(end - start);
    return noble.sha256(joined(NODE, rootOver(hashes, start, middle), rootOver(hashes, middle, end)));
  }

  /** The hashes from a leaf to the root over all leaves, lowest first. */
  function inclusionPath(hashes, index, start = 0, end = hashes.length) {
    if (end - start === 1) return [];
    const middle = start + split(end - start);
    if (index < middle) return [...inclusionPath(hashes, index, start, middle), rootOver(hashes, middle, end)];
    return [...inclusionPath(hashes, index, middle, end), rootOver(hashes, start, middle)];
  }

  const leafNow = (text) => noble.sha256(joined(LEAF, utf8(text)));

  // Keys, signatures and checkpoints (C2SP signed-note, tlog-checkpoint, tlog-cosignature) ---------------------------

  const canNameKey = (name) => name !== "" && isPrintable(name) && !/[\s+]/u.test(name);

  /** A public key out of its text: name+hash+base64. */
  async function readKey(text) {
    const [name, hash, ...rest] = text.split("+");
    let raw;
    try {
      raw = fromBase64(rest.join("+"));
    } catch {
      throw new Refusal("not-a-key", { text: text.slice(0, 120) });
    }
    if (!canNameKey(name) || raw.length !== HASH + 1 || ![LOG, WITNESS].includes(raw[0])) {
      throw new Refusal("not-a-key", { text: text.slice(0, 120) });
    }
    const id = (await sha256(joined(utf8(`${name}\n`), raw))).slice(0, 4);
    if (hex(id) !== hash) throw new Refusal("key-hash", { text: text.slice(0, 120) });
    return { name, id, kind: raw[0], raw: raw.slice(1), text };
  }

  /** Keys of one kind, one on each line; lines that begin with # say nothing. */
  async function readKeys(text, kind) {
    const keys = [];
    for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
      if (line && !line.startsWith("#")) keys.push(await readKey(line));
    }
    const strange = keys.find((key) => key.kind !== kind);
    if (strange) throw new Refusal(kind === LOG ? "key-of-witness" : "key-of-log", { text: strange.text });
    if (new Set(keys.map((key) => hex(key.raw))).size < keys.length) throw new Refusal("key-again");
    return keys;
  }

  /** Does WebCrypto know Ed25519? Asked once, with a key that everybody has: that of RFC 8032, 7.1. */
  const knowsEd25519 = (async () => {
    try {
      const raw = fromBase64("11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=");
      await web.importKey("raw", raw, { name: "Ed25519" }, false, ["verify"]);
      return true;
    } catch {
      return false;
    }
  })();

  async function verifies(key, message, signature) {
    if (await knowsEd25519) {
      try {
        const imported = await web.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
        return await web.verify({ name: "Ed25519" }, imported, signature, message);
      } catch {
        return false;
      }
    }
    try {
      return noble.verify(signature, message, key);
    } catch {
      return false;
    }
  }

  /** A line of signature: — name base64. */
  function readSignature(line) {
    const parts = /^— ([^\s+]+) ([A-Za-z0-9+/=]+)$/u.exec(line);
    if (parts === null) throw new Refusal("not-a-signature", { line: line.slice(0, 60) });
    const data = fromBase64(parts[2]);
    if (data.length <= 4) throw new Refusal("not-a-signature", { line: line.slice(0, 60) });
    return { name: parts[1], id: data.slice(0, 4), data: data.slice(4) };
  }

  const claims = (signature, key) => signature.name === key.name && isSame(signature.id, key.id);
  const timeOf = (signature) => new DataView(signature.data.buffer, signature.data.byteOffset).getBigUint64(0);

  async function signedBy(signature, key, body) {
    if (key.kind === LOG) {
      return signature.data.length === 64 && verifies(key.raw, utf8(body), signature.data);
    }
    if (signature.data.length !== 72 || timeOf(signature) >= 2n ** 63n) return false;
    const message = `cosignature/v1\ntime ${timeOf(signature)}\n${body}`;
    return verifies(key.raw, utf8(message), signature.data.slice(8));
  }

  /** Origin, size, root, further lines; a blank line; signatures. There is one spelling of it. */
  function readCheckpoint(text) {
    const blank = text.indexOf("\n\n");
    const lines = blank < 0 ? [] : text.slice(0, blank).split("\n");
    if (lines.length < 3 || !lines[0] || !lines.every(isPrintable)) throw new Refusal("not-a-checkpoint");
    if (!/^(0|[1-9][0-9]{0,18})$/.test(lines[1])) throw new Refusal("not-a-checkpoint");
    const root = fromBase64(lines[2]);
    const rest = text.slice(blank + 2).split("\n");
    if (root.length !== HASH || rest.pop() !== "") throw new Refusal("not-a-checkpoint");
    if (rest.length > MOST_SIGNATURES || new Set(rest).size < rest.length) throw new Refusal("not-a-checkpoint");
    return {
      text,
      origin: lines[0],
      size: BigInt(lines[1]),
      root,
      body: lines.map((line) => `${line}\n`).join(""),
      signatures: rest.map(readSignature),
    };
  }

  /** A checkpoint that a person kept: line ends of other systems, and blank lines around it, are forgiven. */
  function pastedCheckpoint(text) {
    const plain = text.replaceAll("\r\n", "\n").replace(/^\n+|\n+$/g, "") + "\n";
    return readCheckpoint(plain.includes("\n\n") ? plain : `${plain}\n`);
  }

  // Steps ------------------------------------------------------------------------------------------------------------

  const step = (name, state, code, values = {}) => ({ name, state, code, values });
  const isHeld = (steps) => steps.length > 0 && steps.every((one) => one.state !== "bad");

  /** Who signed a checkpoint: the office, and witnesses. A wrong signature of a key that you named is a no. */
  async function signatureSteps(checkpoint, trust) {
    if (trust.keys.length === 0) return [step("key", "not", "no-key"), step("witnesses", "not", "no-key-yet")];
    const claimed = [];
    for (const signature of checkpoint.signatures) {
      for (const key of [...trust.keys, ...trust.witnesses]) {
        if (claims(signature, key)) claimed.push({ signature, key });
      }
    }
    for (const { signature, key } of claimed) {
      if (!(await signedBy(signature, key, checkpoint.body))) {
        return [step(key.kind === LOG ? "key" : "witnesses", "bad", "signature-wrong", { name: key.name })];
      }
    }
    return [officeStep(checkpoint, trust, claimed), witnessStep(trust, claimed)];
  }

  function officeStep(checkpoint, trust, claimed) {
    const signers = claimed.filter(({ key }) => key.kind === LOG).map(({ key }) => key);
    if (signers.length === 0) {
      const names = trust.keys.map((key) => key.name);
      const sameName = checkpoint.signatures.some((line) => names.includes(line.name));
      return step("key", "bad", sameName ? "other-key" : "unsigned", { keys: trust.keys.map((key) => key.text).join(", ") });
    }
    const strange = signers.find((key) => key.name !== checkpoint.origin && canNameKey(checkpoint.origin));
    if (strange) return step("key", "bad", "key-of-other-log", { name: strange.name, origin: checkpoint.origin });
    return step("key", "good", "signed", { key: signers[0].text, name: signers[0].name });
  }

  function witnessStep(trust, claimed) {
    const seen = new Map();
    for (const { signature, key } of claimed) {
      if (key.kind === WITNESS && timeOf(signature) >= BigInt(trust.notBefore ?? 0)) {
        seen.set(hex(key.raw), { name: key.name, time: Number(timeOf(signature)) });
      }
    }
    const quorum = trust.quorum ?? trust.witnesses.length;
    const values = { number: seen.size, all: trust.witnesses.length, quorum, witnesses: [...seen.values()] };
    if (trust.witnesses.length === 0) return step("witnesses", "not", "no-witnesses", values);
    return step("witnesses", seen.size >= quorum ? "good" : "bad", seen.size >= quorum ? "cosigned" : "too-few", values);
  }

  /** Keys, as a person gave them, read. */
  async function readTrust({ keys = "", witnesses = "", quorum, notBefore, kept = "", opening = "" } = {}) {
    const trust = { keys: await readKeys(keys, LOG), witnesses: await readKeys(witnesses, WITNESS), notBefore };
    trust.quorum = quorum ?? trust.witnesses.length;
    trust.kept = kept ? pastedCheckpoint(textOf(kept)) : null;
    trust.opening = opening ? readOpening(opening) : null;
    return trust;
  }

  // A proof ----------------------------------------------------------------------------------------------------------

  const hashes = (value) => list(value).map((text) => fromBase64(string(text)));

  function readProof(data) {
    const document = parseJson(textOf(data));
    fields(document, ["format", "position", "stored", "path", "checkpoint"], ["since", "listed", "player"]);
    if (document.get("format") !== "rating-ledger-proof/2") throw new Refusal("other-format");
    const proof = {
      position: whole(document.get("position")),
      stored: string(document.get("stored")),
      path: hashes(document.get("path")),
      checkpoint: readCheckpoint(string(document.get("checkpoint"))),
      since: null,
      listed: null,
      player: null,
    };
    if (document.has("since")) {
      const since = fields(document.get("since"), ["checkpoint", "path"]);
      proof.since = { checkpoint: readCheckpoint(string(since.get("checkpoint"))), path: hashes(since.get("path")) };
    }
    if (document.has("listed")) {
      proof.listed = list(document.get("listed")).map((one) => {
        const row = fields(one, ["index", "row", "path"]);
        return { index: whole(row.get("index")), row: string(row.get("row")), path: hashes(row.get("path")) };
      });
    }
    if (document.has("player")) proof.player = string(document.get("player"));
    const paths = [proof.path, proof.since?.path ?? [], ...(proof.listed ?? []).map((row) => row.path)];
    if (paths.flat().some((hash) => hash.length !== HASH)) throw new Refusal("hash-size");
    if ((proof.listed === null) !== (proof.player === null)) throw new Refusal("half-a-list");
    return proof;
  }

  /** The event as it is stored. Only what a publication says of its list is read further. */
  function readEvent(stored) {
    if (!/^\{"v":[12],/.test(stored)) throw new Refusal("event-format");
    const event = parseJson(stored);
    if (!(event instanceof Map) || typeof event.get("type") !== "string") throw new Refusal("event-format");
    return event;
  }

  /** A row by column, in the one spelling that a list has. */
  function readRow(text) {
    const columns = parseJson(text);
    if (!(columns instanceof Map) || typeof columns.get("player") !== "string") throw new Refusal("not-a-row");
    const cells = [...columns].map(([name, value]) => `${JSON.stringify(name)}:${cellText(value)}`);
    if (`{${cells.join(",")}}` !== text) throw new Refusal("not-a-row");
    return columns;
  }

  function cellText(value) {
    if (value instanceof Num) return value.text;
    if (value === null || typeof value === "string") return JSON.stringify(value);
    throw new Refusal("not-a-row");
  }

  const plain = (columns) =>
    Object.fromEntries([...columns].map(([name, value]) => [name, value instanceof Num ? value.text : value]));

  function publicationOf(event) {
    const [root, rows] = [event.get("root"), event.get("rows")];
    if (event.get("type") !== "ListPublished" || typeof root !== "string") throw new Refusal("no-list");
    return {
      root,
      rows: whole(rows),
      scheme: string(event.get("scheme")),
      listDate: string(event.get("list_date")),
      recorded: string(event.get("recorded")),
    };
  }

  /** The steps from a row to the root of its list: what the list says of the player. */
  async function listSteps(proof, published) {
    const player = proof.player;
    if (!player || !isPrintable(player) || player !== player.trim()) {
      return [step("row", "bad", "no-id", { player: player.slice(0, 60) })];
    }
    let rows;
    try {
      rows = proof.listed.map((one) => ({ ...one, columns: readRow(one.row) }));
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      return [step("row", "bad", "not-a-row")];
    }
    const ids = rows.map((row) => row.columns.get("player"));
    const shown = { player, rows: rows.map((row) => plain(row.columns)), stored: rows.map((row) => row.row) };
    for (const row of rows) {
      const root = await rootFromInclusion(await leafHash(row.row), row.index, published.rows, row.path);
      if (root === null || `sha256-tree:${hex(root)}` !== published.root) {
        const values = { row: row.index + 1n, here: root ? hex(root) : "", there: published.root };
        return [step("row", "good", "row-read", shown), step("list", "bad", "row-not-in-list", values)];
      }
    }
    const values = { hashes: rows[0]?.path.length ?? 0, size: published.rows, root: published.root, player };
    if (ids.length === 1 && ids[0] === player) {
      return [step("row", "good", "row", { ...shown, row: plain(rows[0].columns) }), step("list", "good", "row-in-list", values)];
    }
    if (await isBetween(rows, ids, player, published)) {
      return [step("row", "good", "no-row", shown), step("list", "good", "not-on-list", values)];
    }
    return [step("row", "bad", "rows-show-nothing", shown)];
  }

  /** Is there no place for a row of the player? Two neighbours, or an end of the list, leave none. */
  async function isBetween(rows, ids, player, published) {
    if (rows.length === 2) {
      return rows[0].index + 1n === rows[1].index && compare(ids[0], player) < 0 && compare(player, ids[1]) < 0;
    }
    if (rows.length === 1) {
      const before = rows[0].index === 0n && compare(player, ids[0]) < 0;
      return before || (rows[0].index === published.rows - 1n && compare(ids[0], player) < 0);
    }
    const empty = `sha256-tree:${hex(await sha256(new Uint8Array(0)))}`;
    return rows.length === 0 && published.rows === 0n && published.root === empty;
  }

  /** All steps of a proof: row, list, publication, log, office, witnesses; and what else was asked for. */
  async function proofSteps(data, trust) {
    const proof = readProof(data);
    let event;
    try {
      event = readEvent(proof.stored);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      return [step("event", "bad", "event-unreadable", { position: proof.position })];
    }
    const steps = [];
    const told = { position: proof.position, type: event.get("type"), recorded: string(event.get("recorded")) };
    if (proof.listed === null) {
      steps.push(step("event", "good", "event", { ...told, stored: proof.stored }));
    } else {
      const published = publicationOf(event);
      steps.push(...(await listSteps(proof, published)));
      if (isHeld(steps)) steps.push(step("event", "good", "published", { ...told, ...published }));
    }
    steps.push(await logStep(proof));
    if (proof.since !== null) steps.push(await sinceStep(proof));
    steps.push(...(await signatureSteps(proof.checkpoint, trust)));
    if (trust.kept !== null) steps.push(keptStep(proof, trust.kept));
    if (trust.opening !== null && isHeld(steps)) steps.push(await nameStep(proof, trust.opening));
    return steps;
  }

  async function logStep(proof) {
    const { checkpoint, position } = proof;
    const root = await rootFromInclusion(await leafHash(proof.stored), position - 1n, checkpoint.size, proof.path);
    const values = { position, size: checkpoint.size, hashes: proof.path.length, root: toBase64(checkpoint.root) };
    if (root === null || !isSame(root, checkpoint.root)) return step("log", "bad", "event-not-in-log", values);
    return step("log", "good", "event-in-log", { ...values, origin: checkpoint.origin });
  }

  async function sinceStep(proof) {
    const [old, now] = [proof.since.checkpoint, proof.checkpoint];
    const values = { old: old.size, size: now.size };
    const grown = old.origin === now.origin && (await isConsistent(old.size, old.root, now.size, now.root, proof.since.path));
    return step("since", grown ? "good" : "bad", grown ? "grown" : "not-grown", values);
  }

  /** Does a checkpoint that the visitor kept vouch for the event? It does for the events it contains, and no others. */
  function keptStep(proof, kept) {
    const ours = [proof.checkpoint, ...(proof.since ? [proof.since.checkpoint] : [])];
    const values = { position: proof.position, size: kept.size };
    if (kept.origin !== proof.checkpoint.origin) return step("kept", "bad", "kept-other-log", { ...values, origin: kept.origin });
    if (proof.position > kept.size) return step("kept", "bad", "kept-too-old", values);
    const sameSize = ours.filter((one) => one.size === kept.size);
    if (sameSize.some((one) => isSame(one.root, kept.root))) return step("kept", "good", "kept-fits", values);
    return step("kept", "bad", sameSize.length ? "kept-other-root" : "kept-no-way", values);
  }

  // An opening: the name that is sealed in a row ---------------------------------------------------------------------

  function readOpening(data) {
    return list(parseJson(textOf(data))).map((one) => {
      const opening = fields(one, ["player", "position", "field", "value", "salt"]);
      whole(opening.get("position"));
      const salt = fromBase64(string(opening.get("salt")));
      return { player: string(opening.get("player")), field: string(opening.get("field")), value: opening.get("value"), salt };
    });
  }

  const markOf = async (field, value, salt) =>
    toBase64(await sha256(joined(utf8("rating-ledger seal\n"), salt, utf8(JSON.stringify([field, value])))));

  async function nameStep(proof, openings) {
    const row = (proof.listed ?? []).map((one) => readRow(one.row)).find((one) => one.get("player") === proof.player);
    for (const one of openings) {
      const isName = one.player === proof.player && one.field === "name" && typeof one.value === "string";
      if (row && isName && (await markOf("name", one.value, one.salt)) === row.get("name")) {
        return step("name", "good", "name-opened", { name: one.value, player: proof.player });
      }
    }
    return step("name", "bad", "name-not-opened", { player: proof.player ?? "" });
  }

  // Continuation of a kept checkpoint --------------------------------------------------------------------------------

  /** What an office sends to a witness: old SIZE, hashes, a blank line, the new checkpoint. */
  function readContinuation(data) {
    const text = textOf(data);
    const blank = text.indexOf("\n\n");
    const [first, ...lines] = text.slice(0, Math.max(blank, 0)).split("\n");
    if (!/^old (0|[1-9][0-9]{0,18})$/.test(first) || lines.length > 63) throw new Refusal("not-a-continuation");
    const path = lines.map(fromBase64);
    if (path.some((hash) => hash.length !== HASH)) throw new Refusal("hash-size");
    return { old: BigInt(first.slice(4)), path, checkpoint: readCheckpoint(text.slice(blank + 2)) };
  }

  async function continuationSteps(data, trust) {
    const { old, path, checkpoint } = readContinuation(data);
    const kept = trust.kept;
    if (kept === null) throw new Refusal("nothing-kept");
    const values = { old: kept.size, size: checkpoint.size, origin: checkpoint.origin, root: toBase64(checkpoint.root) };
    if (kept.origin !== checkpoint.origin) return [step("since", "bad", "kept-other-log", { ...values, origin: kept.origin })];
    if (kept.size > checkpoint.size) return [step("since", "bad", "kept-newer", values)];
    const direct = kept.size === checkpoint.size ? [] : path;
    if (kept.size !== checkpoint.size && old !== kept.size) return [step("since", "bad", "kept-no-path", { ...values, from: old })];
    const grown = await isConsistent(kept.size, kept.root, checkpoint.size, checkpoint.root, direct);
    const first = step("since", grown ? "good" : "bad", grown ? "grown" : "not-grown", values);
    return [first, ...(await signatureSteps(checkpoint, trust))];
  }

  // A whole list -----------------------------------------------------------------------------------------------------

  function* csvRows(text) {
    const cell = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
    let row = [];
    let at = 0;
    while (at < text.length) {
      cell.lastIndex = at;
      const found = cell.exec(text);
      row.push(found[1] === undefined ? found[2] : found[1].replaceAll('""', '"'));
      at = cell.lastIndex;
      const end = text.startsWith("\r\n", at) ? 2 : 1;
      if (at < text.length && text[at] !== "," && text[at] !== "\n" && end === 1) throw new Refusal("not-csv");
      if (text[at] !== ",") {
        yield row;
        row = [];
      } else if (at + 1 === text.length) {
        row.push("");
        yield row;
      }
      at += end;
    }
  }

  /** Is a csv file the published list? `leaves` are the rows as the list's tree has them, in its order. */
  async function listFileSteps(csv, leaves, published) {
    const rows = leaves.map(readRow);
    const ids = rows.map((row) => row.get("player"));
    const root = `sha256-tree:${hex(rootOver(leaves.map(leafNow)))}`;
    const size = BigInt(leaves.length);
    if (size !== BigInt(published.rows) || root !== published.root) {
      return [step("list", "bad", "leaves-not-the-list", { size, here: root, there: published.root })];
    }
    const twice = ids.findIndex((id, at) => at > 0 && compare(ids[at - 1], id) >= 0);
    if (twice > 0) return [step("list", "bad", "leaves-not-in-order", { player: ids[twice] })];
    const good = step("list", "good", "leaves-are-the-list", { size, root });
    return [good, csvStep(textOf(csv).replace(/^\uFEFF/, ""), rows)];
  }

  function csvStep(text, rows) {
    const [columns, ...lines] = [...csvRows(text)];
    const at = columns?.indexOf("player") ?? -1;
    if (at < 0) return step("csv", "bad", "csv-no-player", {});
    const known = new Map(rows.map((row) => [row.get("player"), row]));
    for (const line of lines) {
      const row = known.get(line[at]);
      if (row === undefined) return step("csv", "bad", "csv-stranger", { player: line[at] ?? "" });
      known.delete(line[at]);
      for (const [place, name] of columns.entries()) {
        const value = row.get(name);
        const there = value === null ? "" : value instanceof Num ? value.text : value;
        if (name !== "name" && line[place] !== there) {
          return step("csv", "bad", "csv-differs", { player: line[at], column: name, here: line[place] ?? "", there: there ?? "" });
        }
      }
    }
    if (columns.length !== rows[0]?.size && rows.length) return step("csv", "bad", "csv-columns", {});
    if (known.size) return step("csv", "bad", "csv-missing", { number: known.size, player: [...known.keys()][0] });
    return step("csv", "good", "csv-fits", { size: BigInt(rows.length) });
  }

  // Proofs put together from the rows of a site ----------------------------------------------------------------------

  /** The rows of a part of a list, each as the text that the list's tree has: names of columns stand once in a file. */
  function rowTexts({ columns, rows }) {
    const names = columns.map((name) => JSON.stringify(name));
    return rows.map((row) => `{${row.map((value, at) => `${names[at]}:${JSON.stringify(value)}`).join(",")}}`);
  }

  /** A proof file, from the part of a list in which a player stands (or would): what `rating-ledger prove` writes. */
  function proofText(publication, parts, player) {
    const texts = new Map(parts.map((part) => [part, rowTexts(part)]));
    const rows = parts.flatMap((part) => texts.get(part).map((row, at) => ({ part, row, index: part.start + at, at })));
    const place = rows.findIndex(({ row }) => compare(readRow(row).get("player"), player) >= 0);
    const at = place < 0 ? rows.length : place;
    const isThere = place >= 0 && readRow(rows[place].row).get("player") === player;
    const chosen = isThere ? [rows[at]] : [rows[at - 1], rows[at]].filter(Boolean);
    const listed = chosen.map(({ part, row, index, at: inside }) => {
      const path = [...inclusionPath(texts.get(part).map(leafNow), inside).map(toBase64), ...part.path];
      return { index, row, path };
    });
    const { position, stored, path, checkpoint } = publication;
    return JSON.stringify({ format: "rating-ledger-proof/2", position, stored, path, checkpoint, listed, player }, null, 2) + "\n";
  }

  /** Run a check; what cannot be read becomes a step that says so. */
  async function answered(check) {
    let steps;
    try {
      steps = await check();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      steps = [step("file", "bad", refusal.code, refusal.values)];
    }
    return { holds: isHeld(steps), vouched: steps.some((one) => one.name === "key" && one.state === "good"), steps };
  }

  return {
    Refusal,
    compare,
    pastedCheckpoint,
    readKeys,
    proofText,
    rowTexts,
    LOG,
    WITNESS,
    checkProof: (data, trust) => answered(async () => proofSteps(data, await readTrust(trust))),
    checkContinuation: (data, trust) => answered(async () => continuationSteps(data, await readTrust(trust))),
    checkList: (csv, leaves, published) => answered(() => listFileSteps(csv, leaves, published)),
    publicationOf: (stored) => publicationOf(readEvent(stored)),
  };
})();
