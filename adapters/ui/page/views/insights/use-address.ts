import { useEffect, useState } from "preact/hooks";
import { navigate } from "wouter-preact/use-hash-location";
import { fromSearch, toAddress } from "./address.ts";
import type { QuestionDraft } from "./question.ts";

/** The question in the address after the `#`, which back and forward change too. */
export function useAddress(): QuestionDraft | undefined {
  const [search, setSearch] = useState(readSearch);
  useEffect(() => {
    const read = () => setSearch(readSearch());
    addEventListener("hashchange", read);
    // It may have changed since the drawing.
    read();
    return () => removeEventListener("hashchange", read);
  }, []);
  return fromSearch(search);
}

/** Reads the parameters here, because the router decodes addresses once too often for values with a per cent sign. */
function readSearch(): string {
  const [, ...search] = location.hash.split("?");
  return search.join("?");
}

/** Shows a question, by its address. @param replace replaces the history entry of the last address */
export function goTo(id: string | number, question?: QuestionDraft, replace = false): void {
  const url = new URL(location.href);
  url.hash = toAddress(id, question);
  const { href: oldURL } = location;
  // The router's own navigation puts a question mark before the `#`, which would reload the page.
  if (question === undefined) return navigate(toAddress(id), { replace });
  history[replace ? "replaceState" : "pushState"](null, "", url.href);
  dispatchEvent(new HashChangeEvent("hashchange", { oldURL, newURL: url.href }));
}
