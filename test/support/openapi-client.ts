import type { OpenApiDocument } from "../../lib/http/openapi.ts";

// openapi-typescript needs the API of a TypeScript before 7, and brings a dozen packages. The document uses a small part of
// JSON Schema, and this generator refuses every other part.

/** A JSON Schema, as far as the document uses it. */
interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema | false;
  prefixItems?: readonly Schema[];
}

interface Media {
  schema: Schema;
}

interface Operation {
  parameters?: readonly {
    name: string;
    in: string;
    required: boolean;
    schema?: Schema;
    content?: Record<string, Media>;
  }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

/**
 * The types of a client, in TypeScript: the named shapes as `Schemas`, and by method and path, such as `POST /api/projects`, the
 * `query`, `body` and `answer` of each operation as `Operations`.
 */
export function toClientTypes({ paths, components }: OpenApiDocument): string {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `${quote(name)}: ${toType(schema)};`);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      return `${quote(`${method.toUpperCase()} ${path}`)}: ${toOperation(operation as unknown as Operation)};`;
    }),
  );
  return `export interface Schemas {\n${schemas.join("\n")}\n}\nexport interface Operations {\n${operations.join("\n")}\n}\n`;
}

function toOperation({ parameters = [], requestBody, responses }: Operation): string {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const query = inQuery.map(({ name, required, schema, content }) => {
    return toField(name, required, schema ?? content?.["application/json"]?.schema ?? {});
  });
  const success = Object.entries(responses).find(([status]) => /^[23]/.test(status));
  return `{ query: { ${query.join(" ")} }; body: ${ofJson(requestBody?.content)}; answer: ${ofJson(success?.[1].content)} }`;
}

function ofJson(content: Record<string, Media> | undefined): string {
  const media = content?.["application/json"];
  return media === undefined ? "undefined" : toType(media.schema);
}

function toType(schema: Schema): string {
  const { $ref, anyOf, oneOf } = schema;
  if ($ref !== undefined) return `Schemas[${quote($ref.replace("#/components/schemas/", ""))}]`;
  if ("const" in schema) return quote(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(quote).join(" | ");
  const options = anyOf ?? oneOf;
  if (options !== undefined) return options.map((option) => `(${toType(option)})`).join(" | ");
  const { type } = schema;
  if (type === undefined) return "unknown";
  return [type]
    .flat()
    .map((name) => ofKind(String(name), schema))
    .join(" | ");
}

function ofKind(type: string, schema: Schema): string {
  switch (type) {
    case "string":
    case "number":
    case "boolean":
    case "null":
      return type;
    case "integer":
      return "number";
    case "array":
      if (schema.prefixItems !== undefined) return `readonly [${schema.prefixItems.map(toType).join(", ")}]`;
      return `readonly (${toType(schema.items || {})})[]`;
    case "object":
      return toObject(schema);
    default:
      throw new Error(`The type ${type} has no form in TypeScript.`);
  }
}

function toObject({ properties, required = [], additionalProperties: more }: Schema): string {
  if (properties === undefined) return `{ [name: string]: ${typeof more === "object" ? toType(more) : "unknown"} }`;
  const fields = Object.entries(properties).map(([name, schema]) => toField(name, required.includes(name), schema));
  return `{ ${fields.join(" ")} }`;
}

function toField(name: string, required: boolean, schema: Schema): string {
  return `${quote(name)}${required ? "" : "?"}: ${toType(schema)};`;
}

function quote(value: unknown): string {
  return JSON.stringify(value);
}
