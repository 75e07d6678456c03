import { toJsonSchema } from "@valibot/to-json-schema";
import type { ConversionConfig, JsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { FiltersField } from "../events/filters/index.ts";

// @valibot/to-json-schema: valibot's own converter, no dependencies. `adapters/mcp/tool.ts` uses it for tools.

/** A JSON Schema of the dialect that OpenAPI 3.1 uses (draft 2020-12). */
export type Schema = Record<string, unknown>;

/** The named shapes of an OpenAPI document. */
export interface SchemaRegistry {
  /** The schema of an answer; shapes with a name become references. */
  ofAnswer(schema: v.GenericSchema): Schema;
  /**
   * The schema of an input. Rules that JSON Schema cannot express are left out: it then allows more than the server
   * does.
   */
  ofInput(schema: v.GenericSchema): Schema;
  /** The fields of a question as query parameters. */
  ofFields(schema: v.GenericSchema): Schema;
  /** An input under a name of its own, as a reference: for shapes that occur in several places. */
  ofNamedInput(name: string, schema: v.GenericSchema): Schema;
  /** All named shapes, including those that the conversions so far had to name because they contain themselves. */
  components(): Record<string, Schema>;
}

const COMMON = {
  target: "draft-2020-12",
  errorMode: "ignore",
  // A field of filters accepts any value, since `parseFilters` parses it; the document describes the real shapes.
  overrideSchema: ({ valibotSchema }) => (valibotSchema === FiltersField ? PROPERTY_FILTERS : null),
} as const satisfies ConversionConfig;

const FILTER_NAME = "PropertyFilter";

/** The three shapes of property filters: a list, a group, the older map (reference/insights.md 5.1). */
const PROPERTY_FILTERS: JsonSchema = {
  anyOf: [
    { type: "array", items: { $ref: `#/components/schemas/${FILTER_NAME}` } },
    {
      type: "object",
      properties: { type: { enum: ["AND", "OR"] }, values: { type: "array", items: { type: "object" } } },
      required: ["type", "values"],
    },
    { type: "object", description: "Values by property; `__` and an operator may follow the name." },
  ],
};

const SCALAR: JsonSchema = { type: ["string", "number", "boolean", "null"] };

const PROPERTY_FILTER: JsonSchema = {
  type: "object",
  properties: {
    key: { type: ["string", "number"] },
    type: { enum: ["event", "person", "group", "session", "event_metadata", "element", "feature", "hogql", "cohort"] },
    operator: { type: "string" },
    value: { anyOf: [SCALAR, { type: "array", items: SCALAR }] },
    group_type_index: { type: ["integer", "string"] },
    negation: { type: "boolean" },
  },
};

type Named = Readonly<Record<string, v.GenericSchema>>;

/** Creates a registry. @param answers the named shapes of answers. @param inputs those of inputs */
export function createSchemaRegistry(answers: Named, inputs: Named = {}): SchemaRegistry {
  const found: Record<string, Schema> = { [FILTER_NAME]: tidy(PROPERTY_FILTER) };
  let unnamed = 0;

  const convert = (schema: v.GenericSchema, config: ConversionConfig, toName: (id: string) => string): Schema => {
    const {
      $schema: _,
      $defs,
      ...converted
    } = toJsonSchema(schema, {
      ...COMMON,
      ...config,
      overrideRef: ({ referenceId }) => `#/components/schemas/${toName(referenceId)}`,
    });
    for (const [id, definition] of Object.entries($defs ?? {})) found[toName(id)] ??= tidy(definition);
    return tidy(converted);
  };
  const ofInputAs = (name: string, schema: v.GenericSchema) =>
    convert(schema, { typeMode: "input", definitions: inputs }, (id) => (id in inputs ? id : `${name}_${id}`));
  const registry: SchemaRegistry = {
    ofAnswer: (schema) => convert(schema, { typeMode: "output", definitions: answers }, (id) => id),
    ofFields: (schema) => withoutUnread(registry.ofInput(schema)),
    ofInput(schema) {
      return ofInputAs(`Input${++unnamed}`, schema);
    },
    ofNamedInput(name, schema) {
      found[name] ??= withoutUnread(ofInputAs(name, schema));
      return { $ref: `#/components/schemas/${name}` };
    },
    components: () => found,
  };
  return registry;
}

/** Removes the fields without a type: the server knows them only to refuse them. */
function withoutUnread(schema: Schema): Schema {
  const { properties = {}, ...rest } = schema as { properties?: Record<string, Schema> };
  const read = Object.entries(properties).filter(([, property]) => Object.keys(property).length > 0);
  return { ...rest, properties: Object.fromEntries(read) };
}

/** Removes empty keywords: `required` without names, and the default "" that means "not given". */
function tidy(schema: JsonSchema | boolean): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === "required" && Array.isArray(value) && value.length === 0) return undefined;
    return key === "default" && value === "" ? undefined : value;
  }) as Schema;
}
