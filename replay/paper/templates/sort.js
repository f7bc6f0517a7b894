// A click on a heading sorts its table; a second one turns the order round. Cells without content stay last.
for (const button of document.querySelectorAll("th button")) button.addEventListener("click", () => {
  const head = button.parentNode, body = head.closest("table").tBodies[0], at = head.cellIndex;
  const order = head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
  const sign = order === "ascending" ? 1 : -1, numbers = head.classList.contains("n");
  const text = row => row.cells[at].textContent.trim();
  const compared = (a, b) => numbers ? parseFloat(a) - parseFloat(b) : a.localeCompare(b, "zh", {numeric: true});
  const rows = [...body.rows].map(row => [text(row), row]);
  rows.sort(([a], [b]) => (a === "") - (b === "") || sign * compared(a, b));
  for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", order);
  body.append(...rows.map(([, row]) => row));
});
