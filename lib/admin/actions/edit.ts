import * as v from "valibot";
import { recordActivity, SYSTEM } from "../activity/index.ts";
import type { Author, Change } from "../activity/index.ts";
import type { Context } from "../context.ts";
import { parse } from "../../base/parse.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { StoredFlag, StoredText, Tags, toJson, write } from "../../storage/index.ts";
import type { Action } from "./action.ts";
import { getAction } from "./get.ts";
import { ActionStep } from "./step.ts";
import { and, eq, insertInto, query } from "../../storage/queries/index.ts";
import { actions } from "../../storage/tables/index.ts";

type Writes = Pick<Context, "db" | "clock" | "log">;

const Steps = v.pipe(
  v.array(ActionStep),
  v.maxLength(requestLimits.rules, `Expected at most ${requestLimits.rules} steps.`),
);
/** The text of a message, at most as long as PostHog takes it. */
const SlackFormat = v.pipe(StoredText, v.maxLength(1200));
const Name = v.pipe(StoredText, v.minLength(1, "This field may not be blank."), v.maxLength(400));

/** The input of `createAction`. Other fields, such as those of an action that was read, are ignored. */
export const ActionInput = v.object({
  name: Name,
  description: v.exactOptional(StoredText, ""),
  steps: v.exactOptional(Steps, () => []),
  tags: v.exactOptional(Tags, () => []),
  post_to_slack: v.exactOptional(StoredFlag, false),
  slack_message_format: v.exactOptional(SlackFormat, ""),
});
export type ActionInput = v.InferInput<typeof ActionInput>;

/** The input of `updateAction`; absent fields stay. `steps` replaces all steps, `tags` all tags. */
export const ActionUpdate = v.object({
  name: v.exactOptional(Name),
  description: v.exactOptional(StoredText),
  steps: v.exactOptional(Steps),
  tags: v.exactOptional(Tags),
  post_to_slack: v.exactOptional(StoredFlag),
  slack_message_format: v.exactOptional(SlackFormat),
});
export type ActionUpdate = v.InferInput<typeof ActionUpdate>;

const insertAction = insertInto(actions, [
  "projectId",
  "name",
  "description",
  "steps",
  "tags",
  "postToSlack",
  "slackMessageFormat",
  "createdAt",
]);

const isAction = ({ projectId, id }: { projectId: number; id: number }) =>
  and(eq(actions.projectId, projectId), eq(actions.id, id));

/** The columns that an edit sets. */
type Columns = Omit<typeof actions.$inferSelect, "id" | "projectId" | "createdAt">;

const changeAction = query((db, given: Columns & { projectId: number; id: number }) =>
  db
    .update(actions)
    .set({
      name: given.name,
      description: given.description,
      steps: given.steps,
      tags: given.tags,
      postToSlack: given.postToSlack,
      slackMessageFormat: given.slackMessageFormat,
    })
    .where(isAction(given)),
);

function toColumns(action: Omit<Action, "id" | "created_at">): Columns {
  return {
    name: action.name,
    description: action.description,
    steps: toJson(action.steps),
    tags: toJson(action.tags),
    postToSlack: Number(action.post_to_slack),
    slackMessageFormat: action.slack_message_format,
  };
}

const removeAction = query((db, given: { projectId: number; id: number }) => db.delete(actions).where(isAction(given)));

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
    const row = { projectId, ...toColumns(action), createdAt: ctx.clock.now() };
    const id = Number(insertAction.run(ctx.db, row).lastInsertRowid);
    record(ctx, { projectId, by, id, name, activity: "created" });
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
    changeAction.run(ctx.db, { projectId, id: before.id, ...toColumns(after) });
    const changes = toChanges(before, after);
    record(ctx, { projectId, by, id: before.id, name: after.name, activity: "updated", changes });
    return getAction(ctx, projectId, before.id);
  });
}

/** Deletes an action; questions that still name it match no events. @throws notFound */
export async function deleteAction(
  ctx: Writes,
  projectId: number,
  id: number | string,
  by: Author = SYSTEM,
): Promise<void> {
  await write(ctx.db, () => {
    const { id: known, name } = getAction(ctx, projectId, id);
    removeAction.run(ctx.db, { projectId, id: known });
    record(ctx, { projectId, by, id: known, name, activity: "deleted" });
  });
}

function toChanges(before: Action, after: Action): Change[] {
  const fields = ["name", "description", "steps", "tags", "post_to_slack", "slack_message_format"] as const;
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field): Change => {
      // Steps hold values of properties, which must not reach the log: it only notes that they changed.
      if (field === "steps") return { action: "changed", field };
      return { action: "changed", field, before: before[field], after: after[field] };
    });
}

interface Entry {
  projectId: number;
  by: Author;
  id: number;
  name: string;
  activity: "created" | "updated" | "deleted";
  changes?: Change[];
}

function record(ctx: Writes, { projectId, by, id, name, activity, changes = [] }: Entry): void {
  recordActivity(ctx, { projectId, by, scope: "Action", itemId: String(id), activity, detail: { name, changes } });
}
