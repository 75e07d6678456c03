import * as v from "valibot";
import type { Author } from "../../admin/activity/index.ts";
import type { PersonalApiKey } from "../../admin/auth/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { StoredText } from "../../storage/index.ts";

/** The place and the author of a change. */
export interface SavedEdit {
  project: Project;
  by: Author;
  /** The key that asks for it. */
  key: Pick<PersonalApiKey, "scopes">;
}

/** Text that is read beside a name; empty = none. The activity log keeps it, before and after every change. */
export const Description = v.pipe(StoredText, v.maxLength(10_000));
