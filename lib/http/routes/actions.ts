import * as v from "valibot";
import {
  ActionInput,
  ActionListQuery,
  ActionUpdate,
  createAction,
  deleteAction,
  getAction,
  listActions,
  updateAction,
} from "../../admin/actions/index.ts";
import type { Action } from "../../admin/actions/index.ts";
import { authorOf } from "../../admin/activity/index.ts";
import { toEnvelope } from "../envelopes.ts";
import { Action as ActionAnswer, ActionList } from "../responses/action.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

const ACTIONS = "/api/projects/:project_id/actions";
const ACTION = `${ACTIONS}/:id`;

/** Definitions of actions (reference/insights.md 6). */
export const actionRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: ACTIONS,
    summary: "Actions of a project, newest first; `search` is part of the name.",
    scopes: ["action:read"],
    input: ActionListQuery,
    status: 200,
    response: ActionList,
    run(ctx, { project, input, target }) {
      const { count, results } = listActions(ctx, project.id, input);
      return toEnvelope(target, input, { count, results: results.map((action) => actionToWire(project.id, action)) });
    },
  }),
  defineRoute({
    methods: ["POST"],
    path: ACTIONS,
    summary: "Creates an action: a name and steps, any of which an event may match.",
    scopes: ["action:write"],
    input: ActionInput,
    status: 201,
    response: ActionAnswer,
    example: { name: "buys", steps: [{ event: "paid", properties: [] }] },
    run: async (ctx, { project, key, input }) =>
      actionToWire(project.id, await createAction(ctx, project.id, input, authorOf(key))),
  }),
  defineRoute({
    methods: ["GET"],
    path: ACTION,
    summary: "One action.",
    scopes: ["action:read"],
    input: null,
    status: 200,
    response: ActionAnswer,
    run: (ctx, { project, params }) => actionToWire(project.id, getAction(ctx, project.id, params["id"] ?? "")),
  }),
  defineRoute({
    methods: ["PATCH", "PUT"],
    path: ACTION,
    summary: "Changes an action; absent fields stay. `deleted: true` deletes it and returns the deleted action.",
    scopes: ["action:write"],
    input: v.object({ ...ActionUpdate.entries, deleted: v.exactOptional(v.boolean(), false) }),
    status: 200,
    response: ActionAnswer,
    example: { name: "pays" },
    async run(ctx, { project, key, params, input: { deleted: isDeleted, ...changes } }) {
      const by = authorOf(key);
      const action = await updateAction(ctx, project.id, params["id"] ?? "", changes, by);
      // Clients of PostHog delete in this way: its API has no DELETE here.
      if (isDeleted) await deleteAction(ctx, project.id, action.id, by);
      return { ...actionToWire(project.id, action), deleted: isDeleted };
    },
  }),
  defineRoute({
    methods: ["DELETE"],
    path: ACTION,
    summary: "Deletes an action.",
    scopes: ["action:write"],
    input: null,
    status: 204,
    run: (ctx, { project, key, params }) => deleteAction(ctx, project.id, params["id"] ?? "", authorOf(key)),
  }),
];

/** An action with the fields of PostHog's that have no meaning here but that clients read (reference/agents.md 7). */
function actionToWire(projectId: number, action: Action): v.InferOutput<typeof ActionAnswer> {
  return {
    ...action,
    created_by: null,
    deleted: false,
    is_action: true,
    is_calculating: false,
    last_calculated_at: null,
    team_id: projectId,
    bytecode_error: null,
    pinned_at: null,
    creation_context: null,
  };
}
