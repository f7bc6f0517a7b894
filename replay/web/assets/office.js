/* Conveniences only; every form works without them. Typing in "Find in this report" hides the rows that do not match. */
for (const box of document.querySelectorAll("[data-find]")) {
  box.hidden = false;
  box.addEventListener("input", () => {
    const text = box.value.trim().toLocaleLowerCase();
    for (const row of document.querySelector(box.dataset.find).querySelectorAll(".case, .pair")) {
      row.hidden = text !== "" && !row.textContent.toLocaleLowerCase().includes(text);
      if (text && !row.hidden) row.closest("details").open = true;
    }
  });
}
/* Typing into "Somebody else" chooses it. */
document.addEventListener("input", event => {
  const place = event.target.closest(".else");
  if (place && event.target.type === "search") place.querySelector("[value=other]").checked = true;
});
/* What is left to decide is counted at once; the page as it was sent knows how many more there are. */
const left = document.querySelector("[data-left]");
if (left) {
  const form = left.closest("form");
  const undecided = () => [
    ...[...form.querySelectorAll("fieldset.case")].filter(each => !each.querySelector("[type=radio]:checked")),
    ...(form.querySelector("[name=accept_new]:checked") ? [] : form.querySelectorAll(".pair.new")),
  ];
  const elsewhere = left.dataset.left - undecided().length;
  form.addEventListener("change", () => {
    const here = undecided(), bar = left.querySelector("progress"), number = left.querySelector("b");
    number.textContent = number.textContent.replace(/\d+/, elsewhere + here.length);
    bar.value = bar.max - elsewhere - here.length;
    if (here.length) left.querySelector("a").setAttribute("href", `#${here[0].id}`);
    left.hidden = elsewhere + here.length === 0;
    left.nextElementSibling.hidden = !left.hidden;
    for (const stale of form.querySelectorAll(".of")) stale.hidden = true;
  });
}
