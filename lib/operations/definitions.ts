import { listOf } from "../base/answer-scalars.ts";
import type { InProject } from "../base/call-options.ts";
import type { Page } from "../base/page.ts";
import {
  createEventDefinition,
  DefinitionUpdate,
  deleteEventDefinition,
  EventDefinition,
  EventDefinitionCreate,
  EventDefinitionQuery,
  EventValue,
  EventValuesQuery,
  getEventDefinition,
  getPropertyDefinition,
  listEventDefinitions,
  listEventValues,
  listPropertyDefinitions,
  PropertyDefinition,
  PropertyDefinitionQuery,
  PropertyDefinitionUpdate,
  updateEventDefinition,
  updatePropertyDefinition,
  WholeEventDefinition,
  WholePropertyDefinition,
} from "../questions/definitions/index.ts";
import type {
  DefinitionUpdateInput,
  EventDefinitionInput,
  EventValuesInput,
  PropertyDefinitionInput,
} from "../questions/definitions/index.ts";
import { listing, operation } from "./operation.ts";
import type { OperationsOf } from "./operation.ts";

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

const PROJECT = "/api/projects/:project_id";

/** Names and values that questions can use, for pages that offer them. */
export const definitions = {
  events: listing({
    summary: "Names of events with their counts, most frequent first; the words of `search` are parts of the name.",
    http: ["GET", `${PROJECT}/event_definitions`],
    scopes: ["event:read"],
    input: EventDefinitionQuery,
    response: EventDefinition,
    run: (ctx, { project, input }) => listEventDefinitions(ctx, project, input),
  }),
  properties: listing({
    summary:
      "Names of properties of events (`event_name`: of that event), persons or groups, with the type of their values.",
    http: ["GET", `${PROJECT}/property_definitions`],
    scopes: ["event:read", "person:read", "group:read"],
    input: PropertyDefinitionQuery,
    response: PropertyDefinition,
    run: (ctx, { project, input }) => listPropertyDefinitions(ctx, project, input),
  }),
  updateEvent: operation({
    summary: "Changes the remark on a name of events: description, tags, verified, hidden.",
    http: ["PATCH, PUT", `${PROJECT}/event_definitions/:id`],
    scopes: ["event:write"],
    input: DefinitionUpdate,
    response: WholeEventDefinition,
    example: { description: "Somebody made an account.", verified: true },
    run: (ctx, call) => updateEventDefinition(ctx, call, String(call.id), call.input),
  }),
  values: operation({
    summary: "The most frequent values of a property (`key`) of events, 20 at most; `value` is part of their text.",
    http: ["GET", `${PROJECT}/events/values`],
    scopes: ["event:read"],
    input: EventValuesQuery,
    response: listOf(EventValue),
    run: (ctx, { project, input }) => listEventValues(ctx, project, input),
  }),
} satisfies OperationsOf<DefinitionsHandle>;

/** Further requests about one definition. */
export const definitionRequests = {
  create: operation({
    summary: "Defines an event before one comes.",
    http: ["POST", `${PROJECT}/event_definitions`],
    scopes: ["event:write"],
    input: EventDefinitionCreate,
    status: 201,
    response: WholeEventDefinition,
    errors: { unique: { name: "The event is defined already." } },
    example: { name: "invited", description: "Somebody asked a colleague in." },
    run: (ctx, call) => createEventDefinition(ctx, call, call.input),
  }),
  get: operation({
    summary: "One name of events, with the remark on it.",
    http: ["GET", `${PROJECT}/event_definitions/:id`],
    scopes: ["event:read"],
    response: WholeEventDefinition,
    run: (ctx, { project, id }) => getEventDefinition(ctx, project, String(id)),
  }),
  delete: operation({
    summary: "Deletes the definition of an event with the remark on it; the next event of the name brings it back.",
    http: ["DELETE", `${PROJECT}/event_definitions/:id`],
    scopes: ["event:write"],
    status: 204,
    run: (ctx, call) => deleteEventDefinition(ctx, call, String(call.id)),
  }),
  getProperty: operation({
    summary: "One property, with the remark on it.",
    http: ["GET", `${PROJECT}/property_definitions/:id`],
    scopes: ["event:read", "person:read", "group:read"],
    response: WholePropertyDefinition,
    run: (ctx, { project, id }) => getPropertyDefinition(ctx, project, String(id)),
  }),
  updateProperty: operation({
    summary: "Changes the remark on a property, or its type.",
    http: ["PATCH, PUT", `${PROJECT}/property_definitions/:id`],
    scopes: ["event:write", "person:read", "group:read"],
    input: PropertyDefinitionUpdate,
    response: WholePropertyDefinition,
    example: { description: "In euros.", tags: ["money"] },
    run: (ctx, call) => updatePropertyDefinition(ctx, call, String(call.id), call.input),
  }),
};
