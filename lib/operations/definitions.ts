import {
  DefinitionUpdate,
  updateEventDefinition,
  EventDefinitionQuery,
  EventValuesQuery,
  listEventDefinitions,
  listEventValues,
  listPropertyDefinitions,
  PropertyDefinitionQuery,
} from "../questions/definitions/index.ts";
import type {
  DefinitionUpdateInput,
  WholeEventDefinition,
  EventDefinition,
  EventDefinitionInput,
  EventValue,
  EventValuesInput,
  PropertyDefinition,
  PropertyDefinitionInput,
} from "../questions/definitions/index.ts";
import type { Page } from "../base/page.ts";
import { parseKnown } from "./known.ts";
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";

/** The names of events and properties, and values, for use in questions. */
export interface DefinitionsHandle {
  /**
   * The names of events, most frequent first.
   * @example
   * const { results } = await hoglet.definitions.events({ search: "sign" }); // [{ name: "signed up", count: 3, … }]
   */
  events(query?: EventDefinitionInput & InProject): Promise<Page<EventDefinition>>;
  /** The names of properties of events (of one name, or of any), of persons, or of groups. */
  properties(query?: PropertyDefinitionInput & InProject): Promise<Page<PropertyDefinition>>;
  /** Changes the remark on a name of events, by its id: absent fields stay. */
  updateEvent(id: string, input: DefinitionUpdateInput & InProject): Promise<WholeEventDefinition>;
  /** The most frequent values of a property of events, 20 at most; those of persons are `persons.values`. */
  values(query: EventValuesInput & InProject): Promise<EventValue[]>;
}

export function definitionsHandle({ open, project: find }: Scope): DefinitionsHandle {
  return {
    events: async ({ project, ...query } = {}) =>
      listEventDefinitions(open(), find(project), parseKnown(EventDefinitionQuery, query)),
    properties: async ({ project, ...query } = {}) =>
      listPropertyDefinitions(open(), find(project), parseKnown(PropertyDefinitionQuery, query)),
    updateEvent: async (id, { project, ...input }) =>
      updateEventDefinition(open(), { project: find(project) }, id, parseKnown(DefinitionUpdate, input)),
    values: async ({ project, ...query }) =>
      listEventValues(open(), find(project), parseKnown(EventValuesQuery, query)),
  };
}
