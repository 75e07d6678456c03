/**
 * Actions: named kinds of event that questions can use like a single event.
 *
 * An action is a list of steps, any of which an event may match; `toEventTests` converts steps to filters (name, URL,
 * properties, elements of autocapture), so that readers of events need no knowledge of actions. Definitions are looked
 * up when a question is asked (`findAction`), and an action that changes changes the past too.
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
