import { useEffect, useState } from "preact/hooks";
import { go, here } from "../../use-hash.ts";
import { fromSearch, toAddress } from "../../../insight-address.ts";
import type { QuestionDraft } from "./question.ts";

/** The question in an address. */
export interface Addressed {
  /** Undefined = none, or unreadable. */
  question: QuestionDraft | undefined;
  /** There are parameters, but no whole question: the link was cut off on its way. */
  isCutOff: boolean;
}

/** The question in the address after the `#`, which back and forward change too. */
export function useAddress(): Addressed {
  const [search, setSearch] = useState(readSearch);
  useEffect(() => {
    const read = () => setSearch(readSearch());
    addEventListener("hashchange", read);
    // The address may have changed since the drawing.
    read();
    return () => removeEventListener("hashchange", read);
  }, []);
  const question = fromSearch(search);
  return { question, isCutOff: search !== "" && question === undefined };
}

/** Reads the parameters here, because the router decodes addresses once too often for values with a per cent sign. */
function readSearch(): string {
  const [, ...search] = location.hash.split("?");
  return search.join("?");
}

/** Shows a question, by its address. @param replace replaces the history entry of the last address */
export function goTo(id: string | number, question?: QuestionDraft, replace = false): void {
  go(here(toAddress(id, question)), { replace });
}
