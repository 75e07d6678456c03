import * as v from "valibot";
import { changesOf, recorderOf, SYSTEM } from "../activity/index.ts";
import type { Author, Change } from "../activity/index.ts";
import type { Context } from "../context.ts";
import { parse } from "../../base/parse.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { StoredFlag, StoredText, Tags, write } from "../../storage/index.ts";
import { NEW_ACTION } from "./action.ts";
import type { Action } from "./action.ts";
import { getAction } from "./get.ts";
import { ActionStep } from "./step.ts";
import { and, changeRow, columnKeys, eq, insertInto, query, toColumns } from "../../storage/queries/index.ts";
import { actions } from "../../storage/tables/index.ts";

type Writes = Pick<Context, "db" | "clock" | "log">;

const record = recorderOf("Action");

const Steps = v.pipe(
  v.array(ActionStep),
  v.maxLength(requestLimits.rules, `Expected at most ${requestLimits.rules} steps.`),
);
/** The text of a message, at most as long as PostHog takes it. */
const SlackFormat = v.pipe(StoredText, v.maxLength(1200));
const Name = v.pipe(StoredText, v.minLength(1, "This field may not be blank."), v.maxLength(400));

/** Other fields, such as those of an action that was read, are ignored. */
export const ActionInput = v.object({
  name: Name,
  description: v.exactOptional(StoredText, ""),
  steps: v.exactOptional(Steps, () => []),
  tags: v.exactOptional(Tags, () => []),
  post_to_slack: v.exactOptional(StoredFlag, false),
  slack_message_format: v.exactOptional(SlackFormat, ""),
});
export type ActionInput = v.InferInput<typeof ActionInput>;

/** Absent fields stay. `steps` replaces all steps, `tags` all tags. */
export const ActionUpdate = v.object({
  name: v.exactOptional(Name),
  description: v.exactOptional(StoredText),
  steps: v.exactOptional(Steps),
  tags: v.exactOptional(Tags),
  post_to_slack: v.exactOptional(StoredFlag),
  slack_message_format: v.exactOptional(SlackFormat),
});
export type ActionUpdate = v.InferInput<typeof ActionUpdate>;

const insertAction = insertInto(actions, ["projectId", ...columnKeys(NEW_ACTION), "createdAt"]);

const changeAction = changeRow(actions, columnKeys(NEW_ACTION));

const removeAction = query((db, given: { projectId: number; id: number }) =>
  db.delete(actions).where(and(eq(actions.projectId, given.projectId), eq(actions.id, given.id))),
);

/** @throws invalid naming the field */
export async function createAction(
  ctx: Writes,
  projectId: number,
  input: ActionInput,
  by: Author = SYSTEM,
): Promise<Action> {
  const action = parse(ActionInput, input);
  const { name } = action;
  return write(ctx.db, () => {
    const row = { projectId, ...toColumns({ ...NEW_ACTION, ...action }, NEW_ACTION), createdAt: ctx.clock.now() };
    const id = Number(insertAction.run(ctx.db, row).lastInsertRowid);
    record(ctx, { project: { id: projectId }, by }, { id, name }, "created");
    return getAction(ctx, projectId, id);
  });
}

/** @throws invalid naming the field; notFound */
export async function updateAction(
  ctx: Writes,
  projectId: number,
  id: number | string,
  input: ActionUpdate,
  by: Author = SYSTEM,
): Promise<Action> {
  const wanted = parse(ActionUpdate, input);
  return write(ctx.db, () => {
    const before = getAction(ctx, projectId, id);
    const after = { ...before, ...wanted };
    changeAction.run(ctx.db, { projectId, id: before.id, ...toColumns(after, NEW_ACTION) });
    record(ctx, { project: { id: projectId }, by }, after, "updated", toChanges(before, after));
    return getAction(ctx, projectId, before.id);
  });
}

/** Questions that still name it match no events. @throws notFound */
export async function deleteAction(
  ctx: Writes,
  projectId: number,
  id: number | string,
  by: Author = SYSTEM,
): Promise<void> {
  await write(ctx.db, () => {
    const { id: known, name } = getAction(ctx, projectId, id);
    removeAction.run(ctx.db, { projectId, id: known });
    record(ctx, { project: { id: projectId }, by }, { id: known, name }, "deleted");
  });
}

/** Steps hold values of properties, which must not reach the log: it only notes that they changed. */
function toChanges(before: Action, after: Action): Change[] {
  return changesOf(before, after, Object.keys(NEW_ACTION) as (keyof typeof NEW_ACTION)[], ["steps"]);
}
