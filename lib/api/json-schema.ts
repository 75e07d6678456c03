import { toJsonSchema } from "@valibot/to-json-schema";
import type { ConversionConfig, JsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";

// @valibot/to-json-schema: valibot's own converter, no dependencies. This is the only file that knows it.

/** A JSON Schema of the dialect that OpenAPI 3.1 uses (draft 2020-12). */
export type Schema = Record<string, unknown>;

/** Where named shapes stand in an OpenAPI document. */
export interface SchemaRegistry {
  /** What an answer looks like; shapes with a name of their own become references. */
  ofAnswer(schema: v.GenericSchema): Schema;
  /** What may be sent. Rules that JSON Schema cannot express are left out: it then allows more than the server does. */
  ofInput(schema: v.GenericSchema): Schema;
  /** All named shapes, those included that the conversions so far had to name since they contain themselves. */
  components(): Record<string, Schema>;
}

const COMMON = {
  target: "draft-2020-12",
  errorMode: "ignore",
} as const satisfies ConversionConfig;

/** Opens a registry of shapes that have names. */
export function createSchemaRegistry(named: Readonly<Record<string, v.GenericSchema>>): SchemaRegistry {
  const found: Record<string, Schema> = {};
  let inputs = 0;

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
    for (const [id, definition] of Object.entries($defs ?? {})) found[toName(id)] = tidy(definition);
    return tidy(converted);
  };
  return {
    ofAnswer: (schema) => convert(schema, { typeMode: "output", definitions: named }, (id) => id),
    ofInput(schema) {
      const name = `Input${++inputs}`;
      return convert(schema, { typeMode: "input" }, (id) => `${name}_${id}`);
    },
    components: () => found,
  };
}

/** Without what says nothing: `required` of nothing, and the empty text that stands for "not given" as a default. */
function tidy(schema: JsonSchema | boolean): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === "required" && Array.isArray(value) && value.length === 0) return undefined;
    return key === "default" && value === "" ? undefined : value;
  }) as Schema;
}
