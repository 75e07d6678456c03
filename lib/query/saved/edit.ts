import * as v from "valibot";
import type { Author } from "../../admin/activity/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { toStorableText } from "../../storage/index.ts";

/** Where something is changed, and by whom. */
export interface SavedEdit {
  project: Project;
  /** @default the system */
  by?: Author;
}

/** Text that SQLite can hold. */
export const Text = v.pipe(v.string(), v.transform(toStorableText));

/** Text that is read beside a name; empty = none. The activity log keeps it, before and after every change. */
export const Description = v.pipe(Text, v.maxLength(10_000));

/** Labels: up to 100 of them, without blanks around them, each once. */
export const Tags = v.pipe(
  v.array(v.pipe(Text, v.trim(), v.nonEmpty("This field may not be blank."), v.maxLength(255))),
  v.maxLength(100),
  v.transform((tags) => [...new Set(tags)]),
);

/** A boolean, or its text as forms carry it. */
export const Flag = v.pipe(
  v.union([v.boolean(), v.picklist(["true", "false"])], "Must be a valid boolean."),
  v.transform((flag) => flag === true || flag === "true"),
);

/** The activity of a change to a row that can be deleted and restored. */
export function toActivity(before: { deleted: boolean }, after: { deleted: boolean }): string {
  if (before.deleted === after.deleted) return "updated";
  return after.deleted ? "deleted" : "restored";
}
