import * as v from "valibot";
import type { Schema, SchemaRegistry } from "./json-schema.ts";
import { ownErrors } from "../operations/index.ts";
import type { OwnError } from "../operations/index.ts";
import { ErrorBody } from "./error-body.ts";
import type { KeyRoute, Method, PublicRoute, Route } from "./route.ts";

// The replies of an operation, errors included.

/** The statuses of an operation with their bodies. */
export function toReplies(route: Route, method: Method, schemas: SchemaRegistry): Record<string, Schema> {
  return route.access === "key" ? ofKeyRoute(route, method, schemas) : ofPublicRoute(route, schemas);
}

interface Failure {
  /** The name in the document's components. */
  name: string;
  description: string;
}

/** The errors of every route with a key. */
const FAILURES: Readonly<Record<number, Failure>> = {
  400: {
    name: "Invalid",
    description: "The request cannot be read, or a field is not what was expected; `attr` names it.",
  },
  401: { name: "Unauthenticated", description: "No personal API key, or an invalid one." },
  403: { name: "Denied", description: "The key lacks a scope, or may not touch this project." },
  404: { name: "NotFound", description: "The object or format does not exist." },
  406: { name: "NotAcceptable", description: "The answer has no format that `Accept` allows." },
  429: { name: "Throttled", description: "More requests than the key may make now." },
  500: { name: "Failed", description: "An internal error of the server." },
  503: { name: "Unavailable", description: "The database cannot serve now; nothing was stored." },
};

const BODY_FAILURES: Readonly<Record<number, Failure>> = {
  413: { name: "TooLarge", description: "The body is larger than 20 MiB." },
  415: { name: "UnsupportedMedia", description: "The route does not accept the body's content type." },
};

/** The replies that operations refer to. */
export function toSharedReplies(schemas: SchemaRegistry): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries({ ...FAILURES, ...BODY_FAILURES }).map(([status, { name, description }]) => {
      const headers = status === "429" || status === "503" ? { headers: RETRY_AFTER } : {};
      return [name, { ...toFailure(description, schemas), ...headers }];
    }),
  );
}

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } },
};

function ofKeyRoute(route: KeyRoute, method: Method, schemas: SchemaRegistry): Record<string, Schema> {
  const shared = { ...FAILURES, ...(method !== "GET" && BODY_FAILURES) };
  const isFailure = route.status >= 400;
  const own = Object.groupBy(ownErrors(route.errors), ({ status }) => status);
  return {
    ...Object.fromEntries(
      Object.entries(shared).map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
    ),
    ...Object.fromEntries(
      Object.entries(own).map(([status, errors = []]) => [status, withOwn(shared[Number(status)], errors, schemas)]),
    ),
    ...Object.fromEntries(
      Object.entries(route.also ?? {}).map(([status, also]) => [status, toFurther(Number(status), also, schemas)]),
    ),
    [route.status]: isFailure ? toFailure(route.summary, schemas) : toSuccess(route, schemas),
  };
}

/** A status with the errors of the operation's own. @param shared what the status means everywhere */
function withOwn(shared: Failure | undefined, errors: readonly OwnError[], schemas: SchemaRegistry): Schema {
  const lines = errors.map(({ code, attr, when }) => `- \`${code}\`${attr === null ? "" : ` (\`${attr}\`)`}: ${when}`);
  if (shared === undefined) return toFailure(lines.join("\n"), schemas);
  const description = [shared.description, "", ...lines].join("\n");
  return { $ref: `#/components/responses/${shared.name}`, description };
}

/** A further status: an error, or a body of its own; a status that says that something failed may have either. */
function toFurther(
  status: number,
  also: string | { description: string; response: v.GenericSchema },
  schemas: SchemaRegistry,
): Schema {
  if (typeof also === "string") return toFailure(also, schemas);
  const { description, response } = also;
  const schema = schemas.ofAnswer(status >= 400 ? v.union([response, ErrorBody]) : response);
  return { description, content: { "application/json": { schema } } };
}

function toFailure(description: string, schemas: SchemaRegistry): Schema {
  return { description, content: { "application/json": { schema: schemas.ofAnswer(ErrorBody) } } };
}

function toSuccess(route: Route, schemas: SchemaRegistry): Schema {
  const { response, produces = [] } = route;
  const hasCsv = route.access === "key" && Boolean(route.csv) && response !== undefined;
  const texts = [...produces, ...(hasCsv ? ["text/csv"] : [])].map((type) => [type, { schema: { type: "string" } }]);
  const content = {
    ...(response !== undefined && { "application/json": toMedia(response, schemas) }),
    ...Object.fromEntries(texts),
  };
  const isEmpty = Object.keys(content).length === 0;
  return { description: isEmpty ? "Done; there is nothing to say." : "Done.", ...(!isEmpty && { content }) };
}

function toMedia(response: v.GenericSchema, schemas: SchemaRegistry): Schema {
  const [example]: readonly unknown[] = v.getExamples(response);
  return { schema: schemas.ofAnswer(response), ...(example !== undefined && { example }) };
}

function ofPublicRoute(route: PublicRoute, schemas: SchemaRegistry): Record<string, Schema> {
  const ofItsOwn = Object.entries(route.also ?? {}).map(([status, also]) => [
    status,
    { description: typeof also === "string" ? also : also.description },
  ]);
  return {
    ...Object.fromEntries(ofItsOwn),
    [route.status ?? 200]: toSuccess(route, schemas),
    default: { description: "The error.", content: errorContent(route, schemas) },
  };
}

function errorContent({ errors }: PublicRoute, schemas: SchemaRegistry): Schema {
  if (errors === "text") return { "text/plain": { schema: { type: "string" } } };
  if (typeof errors === "function") return { "application/json": { schema: { type: "object" } } };
  return { "application/json": { schema: schemas.ofAnswer(ErrorBody) } };
}
