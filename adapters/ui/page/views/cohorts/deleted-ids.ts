import type { ActivityRecord } from "../../../../../lib/index.ts";

/** The ids of the cohorts that were deleted and not restored, the last deleted first: the list itself omits them. */
export function toDeletedIds(newestFirst: readonly ActivityRecord[]): string[] {
  const last = new Map<string, string>();
  for (const { item_id: id, activity } of newestFirst) {
    if ((activity === "deleted" || activity === "restored") && !last.has(id)) last.set(id, activity);
  }
  return [...last].filter(([, activity]) => activity === "deleted").map(([id]) => id);
}
