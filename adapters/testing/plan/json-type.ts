import { show } from "../subset.ts";

/** The part of JSON Schema that types need; `true` = anything. */
export interface JsonType {
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonType[];
  oneOf?: readonly JsonType[];
  allOf?: readonly JsonType[];
  properties?: Record<string, JsonType>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonType;
  items?: JsonType | boolean;
}

/** TypeScript's text for a JSON Schema, on one line; inexpressible types become `unknown`. */
export function toTypeText(schema: JsonType): string {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map(toTypeText));
  if (schema.allOf !== undefined) return schema.allOf.map((part) => `(${toTypeText(part)})`).join(" & ");
  if (schema.type === undefined && schema.properties === undefined) return "unknown";
  return union([schema.type ?? "object"].flat().map((type) => ofType(type, schema)));
}

function ofType(type: string, schema: JsonType): string {
  if (type === "object") return objectText(schema);
  if (type === "array") return `(${typeof schema.items === "object" ? toTypeText(schema.items) : "unknown"})[]`;
  if (type === "integer") return "number";
  return ["string", "number", "boolean", "null"].includes(type) ? type : "unknown";
}

function objectText({ properties = {}, required = [], additionalProperties }: JsonType): string {
  const fields = Object.entries(properties).map(
    ([key, field]) => `${toKeyText(key)}${required.includes(key) ? "" : "?"}: ${toTypeText(field)}`,
  );
  if (fields.length > 0) return `{ ${fields.join("; ")} }`;
  const rest = typeof additionalProperties === "object" ? toTypeText(additionalProperties) : "unknown";
  return `Record<string, ${additionalProperties === false ? "never" : rest}>`;
}

/** Quoted unless it is a plain name. */
export function toKeyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

function union(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  return distinct.length === 0 ? "never" : distinct.join(" | ");
}

/** A schema of all these values: a property is required if every object has it. */
export function inferType(values: readonly unknown[]): JsonType {
  const kinds = new Map<string, unknown[]>();
  for (const value of values) {
    const kind = kindOf(value);
    kinds.set(kind, [...(kinds.get(kind) ?? []), value]);
  }
  const types = [...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([kind, some]) => inferKind(kind, some));
  return types.length === 1 && types[0] !== undefined ? types[0] : { anyOf: types };
}

function inferKind(kind: string, values: readonly unknown[]): JsonType {
  if (kind === "array") {
    const items = values.flat();
    return { type: "array", ...(items.length > 0 && { items: inferType(items) }) };
  }
  if (kind !== "object") return { type: kind };
  const objects = values as Record<string, unknown>[];
  const keys = [...new Set(objects.flatMap(Object.keys))].toSorted();
  const having = (key: string) => objects.filter((object) => Object.hasOwn(object, key));
  return {
    type: "object",
    properties: Object.fromEntries(keys.map((key) => [key, inferType(having(key).map((object) => object[key]))])),
    required: keys.filter((key) => having(key).length === objects.length),
  };
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const kind = typeof value;
  if (kind === "string" || kind === "number" || kind === "boolean" || kind === "object") return kind;
  throw new TypeError(`Expected a JSON value but received ${show(value)}.`);
}
