// A click on a heading sorts its table; a second one turns the order round. Cells without content stay last.
function sortBy(head) {
  const body = head.closest("table").tBodies[0], at = head.cellIndex, numbers = head.classList.contains("num");
  const order = head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
  const sign = order === "ascending" ? 1 : -1;
  const number = text => parseFloat(text.replace("−", "-"));
  const compared = (a, b) => numbers ? number(a) - number(b) : a.localeCompare(b, "zh", {numeric: true});
  const rows = [...body.rows].map(row => [row.cells[at].dataset.value ?? row.cells[at].textContent.trim(), row]);
  rows.sort(([a], [b]) => (a === "") - (b === "") || sign * compared(a, b));
  for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", order);
  body.append(...rows.map(([, row]) => row));
}
// No real buttons: browsers do not print those in headings that are repeated on the next page.
// A page of a longer answer is sorted by the server, if at all: some of its rows are not here.
const isWhole = head => !document.querySelector(".pager") && !head.closest("thead").querySelector("a")
  && head.closest("thead").rows.length === 1 && !head.closest(".steps")
  && head.closest("table").tBodies.length === 1 && !head.closest("table").querySelector(".group, .why");
for (const head of [...document.querySelectorAll("thead th")].filter(isWhole)) {
  const handle = document.createElement("span");
  handle.setAttribute("role", "button");
  handle.tabIndex = 0;
  handle.append(...head.childNodes);
  head.append(handle);
  handle.addEventListener("click", () => sortBy(head));
  handle.addEventListener("keydown", event => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    sortBy(head);
  });
}
