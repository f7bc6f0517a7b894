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
