import { propertyNames } from "../../parts/completions.tsx";
import { useSettled } from "../../parts/use-settled.ts";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import type { CaretPlace } from "./caret-place.ts";
import { toProperties } from "./complete.ts";
import type { Completion, CompletionPlace } from "./complete.ts";

/** A list of words that is open. */
export interface OpenCompletion {
  place: CompletionPlace;
  at: CaretPlace;
}

/** Pause in typing, in ms, after which names of properties are loaded. */
const PAUSE_MS = 150;

/** The words of an open list; names of properties come from the project's data. */
export function useCompletions(open: OpenCompletion | undefined): readonly Completion[] {
  const { P } = useProject();
  const owner = open?.place.owner ?? null;
  const typed = open?.place.typed ?? "";
  const text = useSettled(typed, PAUSE_MS);
  const names = useLoaded(owner === null ? null : ["sql properties", P, owner, text], () =>
    propertyNames(P, owner ?? "event", { text, ...(owner === "group" && { groupTypeIndex: 0 }) }),
  );
  if (open === undefined) return [];
  return owner === null ? open.place.items : toProperties(names.data ?? [], typed);
}
