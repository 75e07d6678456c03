/**
 * Definitions: what there is to ask about: the names of events, of the properties of events, persons and groups, and the
 * values that a property of events has, for whoever writes a question and wants names to choose from.
 *
 * Nothing is written down about them: names, counts and values are read from the data at the moment they are asked for, so
 * what was deleted is gone here too. Events are asked of the engine, whose columns know them without walking the log; persons
 * and groups are read from their tables.
 *
 * Invariants: event names and their counts are exact. Of properties, those that hardly anybody has may be missing: of events
 * of one name the newest million or so is looked at, of persons and groups the newest `SAMPLED` of them; a property of events
 * with very many values is looked at among the newest events alone.
 */
export { EventDefinitionQuery, listEventDefinitions } from "./event-definitions.ts";
export type { EventDefinition, EventDefinitionInput } from "./event-definitions.ts";
export { EventValuesQuery, listEventValues } from "./event-values.ts";
export type { EventValue, EventValuesInput } from "./event-values.ts";
export { listPropertyDefinitions, PropertyDefinitionQuery } from "./property-definitions.ts";
export type { PropertyDefinition, PropertyDefinitionInput } from "./property-definitions.ts";
export type { PropertyType } from "./property-type.ts";
