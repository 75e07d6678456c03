import { getPerson, listPersons, PersonListQuery } from "../../persons/index.ts";
import { toEnvelope } from "../page-links.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

const PERSONS = "/api/projects/:project_id/persons";

/** Person records (contract.md, Persons). */
export const personRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: PERSONS,
    summary: "Persons of a project, newest first.",
    scopes: ["person:read"],
    input: PersonListQuery,
    status: 200,
    run: (ctx, { project, input, target }) => toEnvelope(target, input, listPersons(ctx, project, input)),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PERSONS}/:id`,
    summary: "One person, by integer id or UUID.",
    scopes: ["person:read"],
    input: null,
    status: 200,
    run: (ctx, { project, params }) => getPerson(ctx, project, params["id"] ?? ""),
  }),
];
