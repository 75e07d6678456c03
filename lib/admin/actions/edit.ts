import * as v from "valibot";
import { recordActivity, SYSTEM } from "../activity/index.ts";
import type { Author, Change } from "../activity/index.ts";
import type { Context } from "../context.ts";
import { parse } from "../../base/parse.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { toJson, toStorableText, write } from "../../storage/index.ts";
import type { Action } from "./action.ts";
import { getAction } from "./get.ts";
import { ActionStep } from "./step.ts";

type Writes = Pick<Context, "db" | "clock" | "log">;

const Text = v.pipe(v.string(), v.transform(toStorableText));

const Steps = v.pipe(
  v.array(ActionStep),
  v.maxLength(requestLimits.rules, `Expected at most ${requestLimits.rules} steps.`),
);
const Name = v.pipe(Text, v.minLength(1, "This field may not be blank."), v.maxLength(400));

/** The input of `createAction`. Other fields, such as those of an action that was read, are ignored. */
export const ActionInput = v.object({
  name: Name,
  description: v.exactOptional(Text, ""),
  steps: v.exactOptional(Steps, () => []),
});
export type ActionInput = v.InferInput<typeof ActionInput>;

/** The input of `updateAction`; absent fields stay. `steps` replaces all steps. */
export const ActionUpdate = v.object({
  name: v.exactOptional(Name),
  description: v.exactOptional(Text),
  steps: v.exactOptional(Steps),
});
export type ActionUpdate = v.InferInput<typeof ActionUpdate>;

/** @throws invalid naming the field */
export async function createAction(
  ctx: Writes,
  projectId: number,
  input: ActionInput,
  by: Author = SYSTEM,
): Promise<Action> {
  const { name, description, steps } = parse(ActionInput, input);
  return write(ctx.db, () => {
    const id = ctx.db
      .sql("INSERT INTO actions (project_id, name, description, steps, created_at) VALUES (?, ?, ?, ?, ?) RETURNING id")
      .pluck()
      .get(projectId, name, description, toJson(steps), ctx.clock.now()) as number;
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
    ctx.db
      .sql("UPDATE actions SET name = ?, description = ?, steps = ? WHERE project_id = ? AND id = ?")
      .run(after.name, after.description, toJson(after.steps), projectId, before.id);
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
    ctx.db.sql("DELETE FROM actions WHERE project_id = ? AND id = ?").run(projectId, known);
    record(ctx, { projectId, by, id: known, name, activity: "deleted" });
  });
}

function toChanges(before: Action, after: Action): Change[] {
  const fields = ["name", "description", "steps"] as const;
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
