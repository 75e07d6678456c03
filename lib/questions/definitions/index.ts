/**
 * Definitions: the names of events, the names of properties of events, persons and groups, and the values of an event property,
 * for users who write a question and choose from them.
 *
 * None of this is stored, except remarks on names (`definition-notes`: description, labels, verified, hidden) and names that
 * somebody defined before an event came: each request reads names, counts and values from the data, so deleted data disappear
 * here too. The engine answers for events, whose columns know them without a walk of the log; persons and groups are read from their tables.
 *
 * Invariants: event names and their counts are exact. Rare properties may be missing: about a million of the newest events of a
 * name are read, and the newest `SAMPLED` persons and groups. The values of an event property with very many values come from
 * the newest events only.
 */
export { DefinitionUpdate, PropertyDefinitionUpdate } from "./definition-notes.ts";
export type { DefinitionNote, DefinitionUpdateInput } from "./definition-notes.ts";
export {
  createEventDefinition,
  deleteEventDefinition,
  EventDefinitionCreate,
  getEventDefinition,
  getPropertyDefinition,
  updateEventDefinition,
  updatePropertyDefinition,
  WholeEventDefinition,
  WholePropertyDefinition,
} from "./one-definition.ts";
export { EventDefinition, EventDefinitionQuery, listEventDefinitions } from "./event-definitions.ts";
export type { EventDefinitionInput } from "./event-definitions.ts";
export { EventValue, EventValuesQuery, listEventValues } from "./event-values.ts";
export type { EventValuesInput } from "./event-values.ts";
export { listPropertyDefinitions, PropertyDefinition } from "./property-definitions.ts";
export { PropertyDefinitionQuery } from "./property-query.ts";
export type { PropertyDefinitionInput } from "./property-query.ts";
export type { PropertyType } from "./property-type.ts";
