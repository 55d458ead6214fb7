"use strict";
// Bytes and tree mark each other, by pointer and by keyboard; the index can be
// searched. Without this file the pages still say all that they have to say.
document.documentElement.classList.add("scripted");

// prepare makes the bytes and the tree of one example mark each other.
const prepare = (example) => {
  const bytes = [...example.querySelectorAll(".bytes b")];
  const lines = [...example.querySelectorAll(".tree li")];
  const status = example.querySelector(".status");
  let marked = [];

  // mark shows which bytes a line is about. Lines about what is inside
  // compressed records have none.
  const mark = (line) => {
    for (const element of marked) element.classList.remove("on");
    marked = [];
    status.textContent = "";
    if (!line) return;
    const start = Number(line.dataset.o), length = Number(line.dataset.l);
    marked = line.dataset.o === undefined ? [line] : [line, ...bytes.slice(start, start + length)];
    for (const element of marked) element.classList.add("on");
    status.textContent = line.querySelector("code").textContent;
  };
  const lineOf = (target) => {
    const byte = target.closest(".bytes b");
    return byte ? lines[Number(byte.dataset.n)] : target.closest(".tree li");
  };
  for (const event of ["mouseover", "focusin"]) {
    example.addEventListener(event, (e) => mark(lineOf(e.target)));
  }
  example.addEventListener("mouseleave", () => mark(null));
  example.addEventListener("focusout", () => mark(null));

  // Tab enters bytes and tree once each; arrows move within.
  const move = (list, from, step) => {
    const to = list[from + step];
    if (!to) return false;
    list[from].tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
    return true;
  };
  example.addEventListener("keydown", (e) => {
    const inBytes = bytes.indexOf(e.target), inLines = lines.indexOf(e.target);
    const steps = inBytes >= 0
      ? { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -16, ArrowDown: 16, Home: -inBytes, End: bytes.length - 1 - inBytes }
      : { ArrowUp: -1, ArrowDown: 1, Home: -inLines, End: lines.length - 1 - inLines };
    const step = steps[e.key];
    if (inBytes < 0 && inLines < 0 || step === undefined) return;
    if (move(inBytes >= 0 ? bytes : lines, Math.max(inBytes, inLines), step)) e.preventDefault();
  });
};
for (const example of document.querySelectorAll(".example")) prepare(example);

// The version that is shown is marked in the list of versions.
const versions = [...document.querySelectorAll(".versions a")];
const markVersion = () => {
  const chosen = versions.find((a) => a.hash === location.hash) || versions.find((a) => a.className === "latest");
  for (const a of versions) a.removeAttribute("aria-current");
  if (chosen) chosen.setAttribute("aria-current", "true");
};
addEventListener("hashchange", markVersion);
markVersion();

const search = document.getElementById("search");
if (search) {
  const rows = [...document.querySelectorAll(".index tbody tr")];
  const filter = () => {
    const wanted = search.value.trim().toLowerCase();
    let count = 0, first = null;
    for (const row of rows) {
      const key = row.cells[0].textContent, name = row.cells[1].textContent.toLowerCase();
      const hit = wanted === key || name.includes(wanted) || row.dataset.words.includes(wanted);
      row.hidden = !hit;
      if (!hit) continue;
      count++;
      // Enter goes to the message of that very name rather than to one that has it as a field.
      const link = row.querySelector("a");
      if (link && (!first || name === wanted)) first = link;
    }
    for (const group of document.querySelectorAll(".group")) {
      group.hidden = !group.querySelector("tbody tr:not([hidden])");
    }
    document.getElementById("found").textContent = wanted ? `${count} found` : "";
    return first;
  };
  search.addEventListener("input", filter);
  search.addEventListener("keydown", (e) => {
    const link = e.key === "Enter" && search.value.trim() ? filter() : null;
    if (link) link.click();
  });
  filter(); // a browser may have kept what was typed before
}
