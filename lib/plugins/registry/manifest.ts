import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import { isVersionRange } from "./version-range.ts";

/** A field of a plugin's configuration (reference/plugins.md 2); without a key, text for users. */
const Field = v.looseObject({
  key: v.nullish(v.string()),
  name: v.nullish(v.string()),
  type: v.nullish(v.string()),
});
type Field = v.InferOutput<typeof Field>;

/** A list of fields, or in the older form an object by key. */
export type ConfigSchema = Field[] | Record<string, Field>;

const Fields = v.pipe(
  v.unknown(),
  v.check((value) => typeof value === "object", "Expected a list of fields, or an object of fields by key."),
  v.transform((value) => value as object | null),
  v.union([v.array(Field), v.null(), v.record(v.string(), Field)], "Expected fields that are objects."),
);

const JOBS_MESSAGE = "Expected an object of jobs by name.";

const Manifest = v.looseObject({
  name: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  description: v.nullish(v.string()),
  url: v.nullish(v.string()),
  icon: v.nullish(v.string()),
  /** Path of the one backend file. */
  main: v.nullish(v.pipe(v.string(), v.nonEmpty("Expected the path of a file."))),
  version: v.nullish(v.string()),
  config: v.optional(Fields, []),
  publicJobs: v.nullish(
    v.pipe(
      v.unknown(),
      // valibot accepts a list as a record.
      v.check((value) => !Array.isArray(value), JOBS_MESSAGE),
      v.record(
        v.string(),
        v.looseObject({ payload: v.nullish(v.record(v.string(), v.looseObject({}))) }, "Expected a job: an object."),
        JOBS_MESSAGE,
      ),
    ),
  ),
  posthogVersion: v.nullish(
    v.pipe(v.string(), v.check(isVersionRange, "Expected a range of versions such as >= 1.25.0.")),
  ),
  stateless: v.nullish(v.boolean()),
});
export type Manifest = v.InferOutput<typeof Manifest>;

const FILE = "plugin.json";

/** Parses the text of a `plugin.json`. @throws invalid 400 with `attr` `plugin.json__<field>` */
export function parseManifest(text: string): Manifest {
  const value = parseJson(text);
  if (Array.isArray(value)) throw invalid(FILE, "Expected an object.");
  const manifest = parse(Manifest, value, FILE);
  const hasFields = toFields(manifest.config).length > 0;
  if (manifest.stateless === true && hasFields) {
    throw invalid(`${FILE}__config`, "A stateless plugin is shared by all who use it: it has no config.");
  }
  return manifest;
}

function parseJson(text: string): unknown {
  try {
    // Some editors begin files with a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw invalid(FILE, `Expected JSON: ${error instanceof Error ? error.message : "unreadable"}`);
  }
}

/** A field that holds a value. */
export interface KeyField {
  key: string;
  type: string;
  isSecret: boolean;
  isRequired: boolean;
  /** Undefined = no default. */
  default: unknown;
}

/** The fields with values, of either form of a schema, in order. */
export function toFields(schema: ConfigSchema | null): KeyField[] {
  const entries: [string | null | undefined, Field][] = Array.isArray(schema)
    ? schema.map((field) => [field.key, field])
    : Object.entries(schema ?? {});
  return entries.flatMap(([key, field]) => (key ? [toField(key, field)] : []));
}

function toField(key: string, field: Field): KeyField {
  return {
    key,
    type: field.type ?? "string",
    isSecret: field["secret"] === true,
    isRequired: field["required"] === true,
    default: field["default"] ?? undefined,
  };
}
