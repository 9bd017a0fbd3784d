// The board of a review: unpacks the pictures, shows the one that is chosen, marks the move played and the best one.
"use strict";
(async () => {
  const board = document.getElementById("board");
  const title = document.getElementById("board-title");
  const rows = [...document.querySelectorAll("details.decision")];
  if (!board || !rows.length) return;
  const packed = document.getElementById("album").textContent;
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  const album = JSON.parse(text);

  const pieces = (value) => (value ? value.split(" ") : []);
  const show = (place, name, id, played, best) => {
    const parts = album.pictures[name];
    if (!parts) return;
    place.innerHTML = parts.map((part) => album.parts[part]).join("").replaceAll("zPICTURE", id);
    for (const piece of place.querySelectorAll("[data-move]")) {
      const move = piece.getAttribute("data-move");
      piece.classList.toggle("best", best.includes(move));
      piece.classList.toggle("played", played.includes(move));
    }
  };
  const large = document.getElementById("large");
  for (const place of document.querySelectorAll("[data-picture]")) {
    const { picture, played, best } = place.dataset;
    show(place, picture, picture, pieces(played), pieces(best));
    place.addEventListener("click", () => {
      show(large, picture, "large-picture", pieces(played), pieces(best));
      large.showModal();
    });
  }
  large.addEventListener("click", () => large.close());

  let current = -1;
  const list = document.getElementById("decisions");
  const select = (index, open = true) => {
    if (index < 0 || index >= rows.length) return;
    current = index;
    const row = rows[index];
    const { ply, played, best } = row.dataset;
    for (const other of rows) {
      other.open = open && other === row;
      other.classList.toggle("current", other === row);
    }
    for (const column of document.querySelectorAll("a.ply")) {
      const here = column.dataset.ply === ply;
      here ? column.setAttribute("aria-current", "true") : column.removeAttribute("aria-current");
      column.setAttribute("tabindex", here || (ply === "end" && column.dataset.ply === "0") ? "0" : "-1");
    }
    title.textContent = row.dataset.title;
    show(board, ply, "board-picture", pieces(played), pieces(best));
    if (list.scrollHeight > list.clientHeight) list.scrollTop = row.offsetTop - list.offsetTop - 60;
  };
  const at = (hash) => rows.findIndex((row) => `#${row.id}` === hash);
  const isNarrow = () => matchMedia("(max-width: 900px)").matches;

  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#ply-"]');
    if (!link) return;
    event.preventDefault();
    select(at(link.getAttribute("href")));
    history.replaceState(null, "", link.getAttribute("href"));
    if (!link.matches(".ply") || isNarrow()) document.querySelector(".viewer").scrollIntoView({ block: "start" });
  });
  list.addEventListener("click", (event) => {
    const summary = event.target.closest("summary");
    if (!summary) return;
    event.preventDefault();
    const row = summary.parentElement;
    select(rows.indexOf(row), !row.open);
  });
  document.getElementById("previous").addEventListener("click", () => select(current - 1));
  document.getElementById("next").addEventListener("click", () => select(current + 1));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !event.target.closest(".graph, .board, .list")) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -rows.length, End: rows.length }[event.key];
    if (!step) return;
    event.preventDefault();
    select(Math.max(0, Math.min(rows.length - 1, current + step)));
    if (event.target.closest(".graph")) [...document.querySelectorAll('a.ply[aria-current="true"]')].find((a) => a.getClientRects().length)?.focus();
  });
  const first = at(location.hash);
  const worst = document.querySelector(".mistake a");
  select(first >= 0 ? first : worst ? at(worst.getAttribute("href")) : 0);
})();
