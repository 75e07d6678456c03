import * as v from "valibot";
import {
  Action,
  ActionInput,
  ActionListQuery,
  ActionUpdate,
  createAction,
  deleteAction,
  getAction,
  listActions,
  updateAction,
} from "../admin/actions/index.ts";
import type { ActionListInput } from "../admin/actions/index.ts";
import { Id } from "../base/answer-scalars.ts";
import type { InProject } from "../base/call-options.ts";
import type { Page } from "../base/page.ts";
import { listing, operation } from "./operation.ts";
import type { Call, OperationsOf } from "./operation.ts";

export interface ActionsHandle {
  /** Lists actions, newest first; `search` is part of the name. */
  list(query?: ActionListInput & InProject): Promise<Page<Action>>;
  get(id: number, options?: InProject): Promise<Action>;
  /**
   * Creates a named kind of event, which questions can use.
   * @example
   * const { id } = await hoglet.actions.create({ name: "buy", steps: [{ event: "paid" }, { event: "$autocapture", text: "Buy" }] });
   * await hoglet.insights.trend({ actions: [{ id }] });
   */
  create(input: ActionInput & InProject): Promise<Action>;
  /** Absent fields stay; `steps` replaces all steps. */
  update(id: number, input: ActionUpdate & InProject): Promise<Action>;
  delete(id: number, options?: InProject): Promise<void>;
}

const ACTIONS = "/api/projects/:project_id/actions";
const ACTION = `${ACTIONS}/:id`;

/** Fields of PostHog's that have no meaning here but that clients read (reference/agents.md 7). */
const UNUSED = {
  created_by: null,
  deleted: false,
  is_action: true,
  is_calculating: false,
  last_calculated_at: null,
} as const;
const UNUSED_LAST = { bytecode_error: null, pinned_at: null, creation_context: null };

/** An action as HTTP has it. */
export const WireAction = v.pipe(
  v.object({
    ...Action.entries,
    created_by: v.null(),
    deleted: v.boolean(),
    is_action: v.literal(true),
    is_calculating: v.literal(false),
    last_calculated_at: v.null(),
    team_id: Id,
    bytecode_error: v.null(),
    pinned_at: v.null(),
    creation_context: v.null(),
  }),
  v.examples([
    {
      id: 7,
      name: "buys",
      description: "",
      steps: [{ event: "paid", properties: [] }],
      created_at: "2024-03-01T08:00:00Z",
      tags: ["sales"],
      post_to_slack: false,
      slack_message_format: "",
      ...UNUSED,
      team_id: 1,
      ...UNUSED_LAST,
    },
  ]),
);

/** Definitions of actions (reference/insights.md 6). */
export const actions = {
  list: listing({
    summary: "Actions of a project, newest first; `search` is part of the name.",
    http: ["GET", ACTIONS],
    scopes: ["action:read"],
    input: ActionListQuery,
    response: WireAction,
    run: (ctx, { project, input }) => listActions(ctx, project.id, input),
    toWire,
  }),
  create: operation({
    summary: "Creates an action: a name and steps, any of which an event may match.",
    http: ["POST", ACTIONS],
    scopes: ["action:write"],
    input: ActionInput,
    status: 201,
    response: WireAction,
    example: { name: "buys", steps: [{ event: "paid", properties: [] }] },
    run: (ctx, { project, by, input }) => createAction(ctx, project.id, input, by),
    toWire,
  }),
  get: operation({
    summary: "One action.",
    http: ["GET", ACTION],
    scopes: ["action:read"],
    response: WireAction,
    run: (ctx, { project, id }) => getAction(ctx, project.id, id),
    toWire,
  }),
  update: operation({
    summary: "Changes an action; absent fields stay. `deleted: true` deletes it and returns the deleted action.",
    http: ["PATCH, PUT", ACTION],
    scopes: ["action:write"],
    input: v.object({ ...ActionUpdate.entries, deleted: v.exactOptional(v.boolean(), false) }),
    response: WireAction,
    example: { name: "pays" },
    async run(ctx, { project, by, id, input: { deleted: isDeleted, ...changes } }) {
      const action = await updateAction(ctx, project.id, id, changes, by);
      // Clients of PostHog delete in this way: its API has no DELETE here.
      if (isDeleted) await deleteAction(ctx, project.id, action.id, by);
      return action;
    },
    toWire: (action, call) => ({ ...toWire(action, call), deleted: call.input.deleted }),
  }),
  delete: operation({
    summary: "Deletes an action.",
    http: ["DELETE", ACTION],
    scopes: ["action:write"],
    status: 204,
    run: (ctx, { project, by, id }) => deleteAction(ctx, project.id, id, by),
  }),
} satisfies OperationsOf<ActionsHandle>;

function toWire(action: Action, { project }: Pick<Call<unknown>, "project">) {
  return { ...action, ...UNUSED, team_id: project.id, ...UNUSED_LAST };
}
