// The slider at the foot of a page says which event it stands at while it is moved.
document.getElementById("at")?.addEventListener("input", event => {
  document.getElementById("at-position").textContent = `#${event.target.value}`;
});
