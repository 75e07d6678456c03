import {
  EventDefinitionQuery,
  EventValuesQuery,
  listEventDefinitions,
  listEventValues,
  listPropertyDefinitions,
  PropertyDefinitionQuery,
} from "../../questions/definitions/index.ts";
import { toEnvelope } from "../page-links.ts";
import { EventDefinitionList, EventValues, PropertyDefinitionList } from "../responses/definition.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

const PROJECT = "/api/projects/:project_id";

/** Names and values that questions can use, for pages that offer them. */
export const definitionRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: `${PROJECT}/event_definitions`,
    summary: "Names of events with their counts, most frequent first; `search` is part of the name.",
    scopes: ["event:read"],
    input: EventDefinitionQuery,
    status: 200,
    response: EventDefinitionList,
    run: async (ctx, { project, input, target }) =>
      toEnvelope(target, input, await listEventDefinitions(ctx, project, input)),
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
