import * as v from "valibot";
import { hasOwnFormat } from "./format.ts";
import type { Schema, SchemaRegistry } from "./json-schema.ts";
import type { KeyRoute, Method, Route } from "./route.ts";

// The request's part of an operation: path and query parameters, and the body.

/** Methods whose input is described as a body; the input of all other methods is the query. */
const HAS_BODY = new Set<Method>(["POST", "PUT", "PATCH"]);

interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  description?: string;
  schema?: Schema;
  content?: Record<string, { schema: Schema }>;
}

/** Parameters of the path, of the query if the input is there, and of CSV. */
export function toParameters(route: Route, method: Method, schemas: SchemaRegistry): Parameter[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => toPathParameter(name));
  if (route.access === "public") return inPath;
  const isInQuery = route.input !== null && (!HAS_BODY.has(method) || route.streams === true);
  const inQuery = isInQuery ? toQuery(toInput(route, schemas)) : toQuery(schemas.ofInput(pickFields(route)));
  return [...inPath, ...inQuery, ...(route.csv && !hasOwnFormat(route) ? CSV_PARAMETERS : [])];
}

/** The fields of a body that the query may have instead, none of them required. */
function pickFields({ input, inQuery = [] }: Pick<KeyRoute, "input" | "inQuery">) {
  const { entries = {} } = (input ?? {}) as { entries?: v.ObjectEntries };
  return v.partial(v.object(Object.fromEntries(Object.entries(entries).filter(([name]) => inQuery.includes(name)))));
}

const PATH_DESCRIPTIONS: Record<string, string> = {
  project_id: "Id of the project, or @current for the first one that the key may touch.",
};

function toPathParameter(name: string): Parameter {
  const description = PATH_DESCRIPTIONS[name];
  return { name, in: "path", required: true, ...(description && { description }), schema: { type: "string" } };
}

const CSV_PARAMETERS: Parameter[] = [
  {
    name: "format",
    in: "query",
    required: false,
    description: "Form of the answer. A CSV of a list has all rows, or those that `limit` and `offset` name.",
    schema: { enum: ["json", "csv"], default: "json" },
  },
  {
    name: "escape_formulas",
    in: "query",
    required: false,
    description: "CSV only: put an apostrophe before text that spreadsheets would read as a formula.",
    schema: { type: "boolean", default: true },
  },
];

function toInput({ input, fields }: KeyRoute, schemas: SchemaRegistry): Schema {
  return fields === undefined ? schemas.ofInput(input ?? v.object({})) : schemas.ofFields(fields);
}

function toQuery(input: Schema): Parameter[] {
  const { properties, required = [] } = input as { properties?: Record<string, Schema>; required?: string[] };
  if (properties === undefined) return [{ ...ANY_FIELDS, schema: input }];
  return Object.entries(properties).map(([name, schema]) => toQueryParameter(name, schema, required.includes(name)));
}

function toQueryParameter(name: string, given: Schema, required: boolean): Parameter {
  const schema = withoutNull(given);
  const value = isJsonText(schema) ? { content: { "application/json": { schema } } } : { schema };
  return { name, in: "query", required, ...value };
}

/** Removes null: a query leaves such a parameter out. */
function withoutNull(schema: Schema): Schema {
  const { anyOf, ...rest } = schema as { anyOf?: Schema[] };
  if (anyOf === undefined) return schema;
  const [first, ...others] = anyOf.filter(({ type }) => type !== "null");
  if (first === undefined) return schema;
  return others.length === 0 ? { ...rest, ...withoutNull(first) } : { ...rest, anyOf: [first, ...others] };
}

/** Does the query write the value as JSON text? Lists and objects are. */
function isJsonText({ type, anyOf }: { type?: unknown; anyOf?: Schema[] }): boolean {
  return type === "array" || type === "object" || (anyOf?.every(isJsonText) ?? false);
}

/** The schema of an input that the use case parses itself: any fields, each a parameter. */
const ANY_FIELDS: Parameter & { style: string; explode: boolean } = {
  name: "fields",
  in: "query",
  required: false,
  description: "The fields of the question, each as a parameter of its own; lists and objects as JSON text.",
  style: "form",
  explode: true,
};

/**
 * Questions have names, such as `insights_funnel_input`: their fields are long, and each body occurs twice in the
 * document.
 */
function toSchema(route: KeyRoute, schemas: SchemaRegistry): Schema {
  const { path, fields } = route;
  if (fields === undefined) return schemas.ofInput(toBodyInput(route));
  const words = path.replace(/^.*:project_id\//, "").match(/\w+/g) ?? [];
  return schemas.ofNamedInput([...words, "input"].join("_"), fields);
}

/** The input as a body has it: fields that the query may have are not required. */
function toBodyInput(route: Pick<KeyRoute, "input" | "inQuery">): v.GenericSchema {
  const input = route.input ?? v.object({});
  if (route.inQuery === undefined) return input;
  const { entries } = input as v.ObjectSchema<v.ObjectEntries, undefined>;
  return v.object({ ...entries, ...pickFields(route).entries });
}

/** The body of an upload: the bytes of one file. */
const FILE_BODY: Schema = {
  required: true,
  content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
};

/** The body of a method; null = no body is read. */
export function toBody(route: Route, method: Method, schemas: SchemaRegistry): Schema | null {
  if (!HAS_BODY.has(method)) return null;
  if (route.access === "public") return null;
  if (route.streams === true) return FILE_BODY;
  if (route.input === null) return null;
  const schema = toSchema(route, schemas);
  const example = route.example === undefined ? {} : { example: route.example };
  return {
    // Fields that the body lacks may come in the query.
    required: false,
    content: {
      "application/json": { schema, ...example },
      "application/x-www-form-urlencoded": { schema },
      ...(route.files === true && { "multipart/form-data": { schema } }),
    },
  };
}
