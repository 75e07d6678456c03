import type { ActivityRecord } from "../../../../../lib/index.ts";

/** Texts for entries whose names do not read as a sentence. */
const SENTENCES: Record<string, string> = {
  updated: "changed",
  delete_property: "removed",
  split_person: "split",
  persons_added_manually: "added persons",
  person_removed_manually: "removed a person",
};

/** The change in words: "changed plan, email", "split; it had u1, u2". No log holds values of properties. */
export function toActivityText({ activity, detail }: ActivityRecord): string {
  const done = SENTENCES[activity] ?? activity.replaceAll("_", " ");
  const keys = detail.changes.flatMap((change) => change.keys ?? (isTold(change.field) ? [change.field] : []));
  const split = detail.changes.find(({ action }) => action === "split");
  if (split !== undefined) return `${done}; it had ${toIds(split.after).join(", ")}`;
  return keys.length === 0 ? done : `${done} ${keys.join(", ")}`;
}

function isTold(field: string | null): field is string {
  return field !== null && field !== "properties" && field !== "deleted";
}

function toIds(after: unknown): string[] {
  const { distinct_ids: ids } = (after ?? {}) as { distinct_ids?: unknown };
  return Array.isArray(ids) ? ids.map(String) : [];
}
