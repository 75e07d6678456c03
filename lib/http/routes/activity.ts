import { listActivity } from "../../admin/activity/index.ts";
import type { ActivityQuery as Query } from "../../admin/activity/index.ts";
import type { Context } from "../../handle/context.ts";
import { envelopes } from "../envelopes.ts";
import type { Call } from "../route.ts";

/** Answers with a page of a project's history. */
export function toHistory(ctx: Context, { project, target }: Call<unknown>, query: Query) {
  return envelopes.number.around(target, query, listActivity(ctx, project.id, query)) as never;
}
