/**
 * Definitions: names of events, names of properties of events, persons and groups, and values of an event property,
 * from which users choose in a question.
 *
 * Only remarks on names (`definition-notes`) and names defined before an event came are stored. Each request reads
 * names, counts and values from the data, so deleted data disappear here too. The engine answers for events from its
 * columns; persons and groups are read from their tables.
 *
 * Invariants: event names and their counts are exact. Rare properties may be missing: about a million of the newest
 * events of a name are read, and the newest `SAMPLED` persons and groups. The values of an event property with very
 * many values come from the newest events only.
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
