import {
  createEventDefinition,
  DefinitionUpdate,
  deleteEventDefinition,
  EventDefinitionCreate,
  getEventDefinition,
  getPropertyDefinition,
  PropertyDefinitionUpdate,
  updateEventDefinition,
  updatePropertyDefinition,
  EventDefinitionQuery,
  EventValuesQuery,
  listEventDefinitions,
  listEventValues,
  listPropertyDefinitions,
  PropertyDefinitionQuery,
} from "../../questions/definitions/index.ts";
import { toEnvelope } from "../envelopes.ts";
import {
  EventDefinitionList,
  EventValues,
  PropertyDefinitionList,
  WholeEventDefinition,
  WholePropertyDefinition,
} from "../responses/definition.ts";
import { authorOf } from "../../admin/activity/index.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";

const PROJECT = "/api/projects/:project_id";

/** Names and values that questions can use, for pages that offer them. */
export const definitionRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: `${PROJECT}/event_definitions`,
    summary: "Names of events with their counts, most frequent first; the words of `search` are parts of the name.",
    scopes: ["event:read"],
    input: EventDefinitionQuery,
    status: 200,
    response: EventDefinitionList,
    run: async (ctx, { project, input, target }) =>
      toEnvelope(target, input, await listEventDefinitions(ctx, project, input)),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${PROJECT}/event_definitions`,
    summary: "Defines an event before one comes.",
    scopes: ["event:write"],
    input: EventDefinitionCreate,
    status: 201,
    response: WholeEventDefinition,
    example: { name: "invited", description: "Somebody asked a colleague in." },
    run: (ctx, call) => createEventDefinition(ctx, toEdit(call), call.input),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PROJECT}/event_definitions/:id`,
    summary: "One name of events, with the remark on it.",
    scopes: ["event:read"],
    input: null,
    status: 200,
    response: WholeEventDefinition,
    run: (ctx, { project, params }) => getEventDefinition(ctx, project, params["id"] ?? ""),
  }),
  defineRoute({
    methods: ["PATCH", "PUT"],
    path: `${PROJECT}/event_definitions/:id`,
    summary: "Changes the remark on a name of events: description, tags, verified, hidden.",
    scopes: ["event:write"],
    input: DefinitionUpdate,
    status: 200,
    response: WholeEventDefinition,
    example: { description: "Somebody made an account.", verified: true },
    run: (ctx, call) => updateEventDefinition(ctx, toEdit(call), call.params["id"] ?? "", call.input),
  }),
  defineRoute({
    methods: ["DELETE"],
    path: `${PROJECT}/event_definitions/:id`,
    summary: "Deletes the definition of an event with the remark on it; the next event of the name brings it back.",
    scopes: ["event:write"],
    input: null,
    status: 204,
    run: (ctx, call) => deleteEventDefinition(ctx, toEdit(call), call.params["id"] ?? ""),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PROJECT}/property_definitions/:id`,
    summary: "One property, with the remark on it.",
    scopes: ["event:read", "person:read", "group:read"],
    input: null,
    status: 200,
    response: WholePropertyDefinition,
    run: (ctx, { project, params }) => getPropertyDefinition(ctx, project, params["id"] ?? ""),
  }),
  defineRoute({
    methods: ["PATCH", "PUT"],
    path: `${PROJECT}/property_definitions/:id`,
    summary: "Changes the remark on a property, or its type.",
    scopes: ["event:write", "person:read", "group:read"],
    input: PropertyDefinitionUpdate,
    status: 200,
    response: WholePropertyDefinition,
    example: { description: "In euros.", tags: ["money"] },
    run: (ctx, call) => updatePropertyDefinition(ctx, toEdit(call), call.params["id"] ?? "", call.input),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PROJECT}/property_definitions`,
    summary:
      "Names of properties of events (`event_name`: of that event), persons or groups, with the type of their values.",
    scopes: ["event:read", "person:read", "group:read"],
    input: PropertyDefinitionQuery,
    status: 200,
    response: PropertyDefinitionList,
    run: async (ctx, { project, input, target }) =>
      toEnvelope(target, input, await listPropertyDefinitions(ctx, project, input)),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PROJECT}/events/values`,
    summary: "The most frequent values of a property (`key`) of events, 20 at most; `value` is part of their text.",
    scopes: ["event:read"],
    input: EventValuesQuery,
    status: 200,
    response: EventValues,
    run: (ctx, { project, input }) => listEventValues(ctx, project, input),
  }),
];

function toEdit({ project, key }: Call<unknown>) {
  return { project, by: authorOf(key) };
}
