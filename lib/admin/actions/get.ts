import * as v from "valibot";
import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import { toAction } from "./action.ts";
import type { Action } from "./action.ts";
import { and, desc, eq, pages, query, sql } from "../../storage/queries/index.ts";
import { actions } from "../../storage/tables/index.ts";

type Reads = Pick<Context, "db">;

const actionById = query((db, given: { projectId: number; id: number }) =>
  db
    .select()
    .from(actions)
    .where(and(eq(actions.projectId, given.projectId), eq(actions.id, given.id))),
);

// Index actions_by_project.
const actionPages = pages(
  actions,
  (given: { projectId: number; search: string }) =>
    and(eq(actions.projectId, given.projectId), sql`instr(lower(${actions.name}), lower(${given.search})) > 0`),
  desc(actions.id),
);

/** Undefined = the project has no such action. */
export function findAction({ db }: Reads, projectId: number, id: number): Action | undefined {
  const row = actionById.get(db, { projectId, id });
  return row === undefined ? undefined : toAction(row);
}

/** @throws notFound, also for an id that is not a number */
export function getAction(ctx: Reads, projectId: number, id: number | string): Action {
  const action = /^\d{1,15}$/.test(String(id)) ? findAction(ctx, projectId, Number(id)) : undefined;
  if (action === undefined) throw notFound();
  return action;
}

export const ActionListQuery = v.object({ ...pageEntries, search: v.optional(v.string(), "") });
export type ActionListQuery = v.InferOutput<typeof ActionListQuery>;
export type ActionListInput = v.InferInput<typeof ActionListQuery>;

/** Actions whose name contains `search` (in any letter case), newest first. */
export function listActions({ db }: Reads, projectId: number, wanted: ActionListQuery): Page<Action> {
  const { count, rows } = actionPages(db, { projectId, search: wanted.search }, wanted);
  return { count, results: rows.map(toAction) };
}
