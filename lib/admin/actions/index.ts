/**
 * Actions: named kinds of event that questions can ask about as if they were one.
 *
 * An action is a list of steps, any of which an event may match; `toEventTests` says a step in the words of filters (name,
 * URL, properties, elements of autocapture), so that whoever reads events needs to know nothing of actions. Definitions
 * are looked up when a question is asked (`findAction`), and an action that changes changes the past too.
 *
 * Invariants: no steps match nothing; what cannot be read as a condition is refused when the action is saved; every change
 * is in the activity log.
 */
export type { Action } from "./action.ts";
export { ActionInput, ActionUpdate, createAction, deleteAction, updateAction } from "./edit.ts";
export { ActionListQuery, findAction, getAction, listActions } from "./get.ts";
export type { ActionListInput } from "./get.ts";
export { toEventTests } from "./match.ts";
export { ActionStep } from "./step.ts";
