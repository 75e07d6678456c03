/**
 * Actions: named kinds of event for questions.
 *
 * An action is a list of steps, any of which an event may match; `toEventTests` turns steps into filters (name, URL,
 * properties, elements of autocapture), so that readers of events know nothing of actions. Definitions are looked up
 * when a question is asked (`findAction`): a changed action changes the past too.
 *
 * Invariants: an action without steps matches nothing; an invalid condition is refused when the action is saved; every
 * change is in the activity log.
 */
export { Action } from "./action.ts";
export { ActionInput, ActionUpdate, createAction, deleteAction, updateAction } from "./edit.ts";
export { ActionListQuery, findAction, getAction, listActions } from "./get.ts";
export type { ActionListInput } from "./get.ts";
export { toEventTests } from "./match.ts";
export { ActionStep } from "./step.ts";
