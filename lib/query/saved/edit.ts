import * as v from "valibot";
import type { Author } from "../../admin/activity/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import type { KeyScopes } from "../read-scopes.ts";
import { StoredText } from "../../storage/index.ts";

/** Where something is changed, and by whom. */
export interface SavedEdit {
  project: Project;
  /** @default the system */
  by?: Author;
  /** The scopes of the key that asks for the change. */
  scopes?: KeyScopes;
}

/** Text that is read beside a name; empty = none. The activity log keeps it, before and after every change. */
export const Description = v.pipe(StoredText, v.maxLength(10_000));
