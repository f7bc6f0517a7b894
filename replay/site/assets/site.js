// Small things on every page: a language that is remembered, lists that say nothing new on a player's page, and a
// warning where no witness has cosigned for a while. Everything else works without scripts.
"use strict";
(() => {
  const root = document.body.dataset.root;
  const language = document.documentElement.lang;

  /** A player's page has the lists on which something changed; those in between say the same, and are added here. */
  function addUnchanged(table) {
    const [body] = table.tBodies;
    const shown = new Map([...body.rows].map((row) => [row.dataset.list, row]));
    const lists = globalThis.LISTS.filter(([scheme]) => scheme === table.dataset.scheme);
    const first = lists.findIndex(([, , stem]) => shown.has(stem));
    let last = null;
    for (const [, date, stem] of lists.slice(first < 0 ? lists.length : first)) {
      if (shown.has(stem)) {
        last = shown.get(stem);
      } else if (last !== null && last.cells[1].textContent) {
        last.before((last = unchanged(last, date, stem)));
      }
    }
  }

  /** A day as the page itself writes it: 1 Nov 2025, 2025年11月1日. */
  function dayText(date) {
    const [year, month, day] = date.split("-").map(Number);
    const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    return language === "en" ? `${day} ${months[month - 1]} ${year}` : `${year}年${month}月${day}日`;
  }

  function unchanged(like, date, stem) {
    const row = like.cloneNode(true);
    const link = row.cells[0].querySelector("a");
    link.href = link.getAttribute("href").replace(/[^/]+$/, `${encodeURIComponent(stem)}.html`);
    link.textContent = dayText(date);
    row.dataset.list = stem;
    row.className = "soft";
    row.cells[2].textContent = "=";
    row.cells[3].textContent = "";
    row.cells[4].textContent = "";
    row.querySelector(".since")?.remove();
    return row;
  }

  const tables = document.querySelectorAll("table.lists");
  if (tables.length) {
    const script = document.createElement("script");
    script.src = `${root}assets/lists.js`;
    script.addEventListener("load", () => tables.forEach(addUnchanged));
    document.head.append(script);
  }

  const cosigned = document.querySelector("[data-cosigned]");
  const LATELY = 40 * 86400 * 1000;
  if (cosigned && Date.now() - Number(cosigned.dataset.cosigned) * 1000 > LATELY) {
    document.getElementById("no-recent-witness").hidden = false;
  }
})();
