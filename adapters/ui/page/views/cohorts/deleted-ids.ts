import type { ActivityRecord } from "../../../../../lib/index.ts";

/** The ids of the cohorts that were deleted and not restored since, last one first: the list itself leaves them out. */
export function toDeletedIds(newestFirst: readonly ActivityRecord[]): string[] {
  const last = new Map<string, string>();
  for (const { item_id: id, activity } of newestFirst) {
    if ((activity === "deleted" || activity === "restored") && !last.has(id)) last.set(id, activity);
  }
  return [...last].filter(([, activity]) => activity === "deleted").map(([id]) => id);
}
