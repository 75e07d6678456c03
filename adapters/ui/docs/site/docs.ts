import { createSearch } from "./search.ts";
import type { Found } from "./search.ts";
import type { SearchFile } from "../search-file.ts";
import { element } from "./element.ts";

// The script of every page of the documentation: the colours that the reader chose on the page of hoglet, and the search.
// Everything else works without scripts.

const theme = localStorage.getItem("hoglet-theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;

const { root = "" } = document.body.dataset;
const field = document.querySelector<HTMLInputElement>("#search");
const list = document.querySelector<HTMLElement>("#found");
if (field !== null && list !== null) openSearch(field, list);

/** Lets the reader search: `/` goes to the field, arrows to a result, Escape back. */
function openSearch(input: HTMLInputElement, results: HTMLElement): void {
  let loading: Promise<(words: string) => Found[]> | undefined;
  const load = () =>
    (loading ??= fetch(`${root}search.json`).then(async (reply) => createSearch((await reply.json()) as SearchFile)));
  input.hidden = false;
  input.addEventListener("focus", () => void load());
  const search = async () => {
    const words = input.value.trim();
    const find = await load();
    // The reader has written on meanwhile.
    if (words === input.value.trim()) show(results, words, words === "" ? [] : find(words));
  };
  input.addEventListener("input", () => void search());
  document.addEventListener("keydown", (event) => {
    const isInField = event.target instanceof Element && event.target.matches("input, textarea, select");
    if (event.key === "/" && !isInField) {
      event.preventDefault();
      input.focus();
    } else if (event.key === "Escape" && !results.hidden) {
      input.value = "";
      show(results, "", []);
      input.focus();
    } else if (event.key === "Enter" && event.target === input) results.querySelector("a")?.click();
    else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !results.hidden) {
      const links = [...results.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement as HTMLAnchorElement);
      if (at === -1 && event.target !== input) return;
      event.preventDefault();
      const next = at + (event.key === "ArrowDown" ? 1 : -1);
      (links[next] ?? input).focus();
    }
  });
}

function show(results: HTMLElement, words: string, found: readonly Found[]): void {
  results.hidden = words === "";
  const count = found.length === 0 ? `Nothing found for “${words}”.` : `${found.length} found`;
  const items = found.map(({ name, anchor, page, heading, excerpt }) => {
    const href = `${root}${name}.html${anchor === "" ? "" : `#${anchor}`}`;
    const link = element("a", { href }, heading === page ? page : `${page}: ${heading}`);
    // A result on this page only moves the reader.
    link.addEventListener("click", () => (results.hidden = true));
    return element("li", {}, link, element("p", {}, excerpt));
  });
  results.replaceChildren(element("p", { role: "status" }, count), element("ol", {}, ...items));
}
