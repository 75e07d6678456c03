import {
  ActionInput,
  ActionListQuery,
  ActionUpdate,
  createAction,
  deleteAction,
  getAction,
  listActions,
  updateAction,
} from "../admin/actions/index.ts";
import type { Action, ActionListInput } from "../admin/actions/index.ts";
import type { Page } from "../base/page.ts";
import { known, parseKnown } from "./known.ts";
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";

export interface ActionsHandle {
  /** Newest first; `search` is part of the name. */
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

/** Fields of an action that was read, which may be sent back. */
const OF_ACTION = ["id", "created_at"] satisfies (keyof Action)[];

export function actionsHandle(scope: Scope): ActionsHandle {
  const { open } = scope;
  return {
    list: async ({ project, ...query } = {}) =>
      listActions(open(), scope.project(project).id, parseKnown(ActionListQuery, query)),
    get: async (id, { project } = {}) => getAction(open(), scope.project(project).id, id),
    create: async ({ project, ...input }) =>
      createAction(open(), scope.project(project).id, known(ActionInput, input, OF_ACTION)),
    update: async (id, { project, ...input }) =>
      updateAction(open(), scope.project(project).id, id, known(ActionUpdate, input, OF_ACTION)),
    delete: async (id, { project } = {}) => deleteAction(open(), scope.project(project).id, id),
  };
}
