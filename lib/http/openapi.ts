import { VERSION } from "../base/version.ts";
import { queryKinds } from "../query/index.ts";
import { toReplies, toSharedReplies } from "./openapi-replies.ts";
import { toBody, toParameters } from "./openapi-request.ts";
import { createSchemaRegistry } from "./json-schema.ts";
import type { Schema, SchemaRegistry } from "./json-schema.ts";
import { components } from "./components.ts";
import type { Method, Route } from "./route.ts";

/** An OpenAPI document; all further keys are OpenAPI's. */
export interface OpenApiDocument {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; [part: string]: unknown };
  [part: string]: unknown;
}

/** One method of one path. */
export interface Operation {
  operationId: string;
  responses: Record<string, unknown>;
  [part: string]: unknown;
}

/**
 * Describes routes as OpenAPI 3.1, only from the rows and their schemas. Paths are written without a trailing slash;
 * the server accepts both forms.
 */
export function toOpenApi(routes: readonly Route[]): OpenApiDocument {
  // A query and its wrappers have the nodes in many places: each is written once.
  const nodes = Object.fromEntries(queryKinds().map(({ kind, node }) => [kind, node]));
  const schemas = createSchemaRegistry(components, nodes);
  const paths: OpenApiDocument["paths"] = {};
  for (const route of routes) {
    const operations = (paths[toTemplate(route.path)] ??= {});
    for (const method of route.methods) operations[method.toLowerCase()] = toOperation(route, method, schemas);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "hoglet",
      version: VERSION,
      summary: "Product analytics in one process, for PostHog's clients.",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: [...new Set(routes.map(toTag))].toSorted().map((name) => ({ name })),
    paths,
    components: {
      responses: toSharedReplies(schemas),
      schemas: schemas.components(),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const DESCRIPTION = [
  'Questions are asked by `query/`, with a node such as `{ "kind": "TrendsQuery", "series": [{ "event": "signed up" }] }`, and saved by `query`; the paths below `insights/` with a name, and `filters`, are the older dialect.',
  "Every path is served with and without a trailing slash; `@current` may stand for the id of a project.",
  "Routes that take a body read the same fields from the query string; the body wins.",
  "Routes under `persons` and `insights` answer CSV as well: `?format=csv`, `.csv` at the end of the path, or `Accept: text/csv`; `query` by the first and the last.",
  "Errors are always JSON.",
].join("\n\n");

const SECURITY_SCHEMES = {
  personalApiKey: {
    type: "http",
    scheme: "bearer",
    description: "A personal API key (`phx_…`); also taken as `personal_api_key` in query or body.",
  },
};

/** Writes `/a/:b` in the form of OpenAPI: `/a/{b}`. */
export function toTemplate(path: string): string {
  return path.replaceAll(/:(\w+)/g, "{$1}");
}

function toOperation(route: Route, method: Method, schemas: SchemaRegistry): Operation {
  const isKeyed = route.access === "key";
  const parameters = toParameters(route, method, schemas);
  const body = toBody(route, method, schemas);
  return {
    operationId: toOperationId(route, method),
    summary: route.summary,
    ...(isKeyed && route.scopes.length > 0 && { description: `Needs the scope ${route.scopes.join(" and ")}.` }),
    tags: [toTag(route)],
    // Since 3.1, any kind of security may list the roles that it needs: here scopes.
    security: isKeyed ? [{ personalApiKey: route.scopes }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== null && { requestBody: body }),
    responses: toReplies(route, method, schemas),
  };
}

/** For example `patch_projects_project_id_persons_id`: derived from the path, so that it stays stable. */
function toOperationId({ path }: Route, method: Method): string {
  const words = path.replace(/^\/api\//, "/").match(/\w+/g) ?? ["root"];
  return [method.toLowerCase(), ...words].join("_");
}

/** The subject of a path: its first word after the project, or its first word. */
function toTag({ path }: Route): string {
  const [, name = "server"] = /^(?:\/api)?(?:\/projects\/:project_id)?\/(\w+)/.exec(path) ?? [];
  return name;
}
