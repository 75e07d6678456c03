import * as v from "valibot";
import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import { ACTION_COLUMNS, toAction } from "./action.ts";
import type { Action, ActionRow } from "./action.ts";

type Reads = Pick<Context, "db">;

/** The action with this id; undefined = the project has no such action. */
export function findAction({ db }: Reads, projectId: number, id: number): Action | undefined {
  const row = db.sql(`SELECT ${ACTION_COLUMNS} FROM actions WHERE project_id = ? AND id = ?`).get(projectId, id);
  return row === undefined ? undefined : toAction(row as ActionRow);
}

/** @throws notFound, also for an id that is not a number */
export function getAction(ctx: Reads, projectId: number, id: number | string): Action {
  const action = /^\d{1,15}$/.test(String(id)) ? findAction(ctx, projectId, Number(id)) : undefined;
  if (action === undefined) throw notFound();
  return action;
}

/** A page of actions. */
export const ActionListQuery = v.object({ ...pageEntries, search: v.optional(v.string(), "") });
export type ActionListQuery = v.InferOutput<typeof ActionListQuery>;
export type ActionListInput = v.InferInput<typeof ActionListQuery>;

/** Actions whose name contains `search` (in any letter case), newest first. */
export function listActions({ db }: Reads, projectId: number, query: ActionListQuery): Page<Action> {
  // Index actions_by_project.
  const where = "WHERE project_id = @projectId AND instr(lower(name), lower(@search)) > 0";
  const wanted = { projectId, search: query.search };
  const rows = db
    .sql(`SELECT ${ACTION_COLUMNS} FROM actions ${where} ORDER BY id DESC LIMIT @limit OFFSET @offset`)
    .all({ ...wanted, limit: query.limit, offset: query.offset }) as ActionRow[];
  const count = db.sql(`SELECT count(*) FROM actions ${where}`).pluck().get(wanted) as number;
  return { count, results: rows.map(toAction) };
}
