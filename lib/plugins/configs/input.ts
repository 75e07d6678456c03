import * as v from "valibot";
import { isFields } from "../../base/fields.ts";
import { parseJsonText } from "../../base/json-text.ts";
import { parse } from "../../base/parse.ts";
import { pageEntries } from "../../base/page.ts";
import { parseInstant } from "../../base/instant.ts";

const NUMBER_MESSAGE = "A valid integer is required.";

// Forms send text where JSON has numbers and booleans.
const Integer = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,16}$/, NUMBER_MESSAGE), v.transform(Number))],
    NUMBER_MESSAGE,
  ),
  v.integer(NUMBER_MESSAGE),
);

const INT32 = 2 ** 31;
const Order = v.pipe(
  Integer,
  v.minValue(-INT32, `Ensure this value is greater than or equal to ${-INT32}.`),
  v.maxValue(INT32 - 1, `Ensure this value is less than or equal to ${INT32 - 1}.`),
);

const Flag = v.union(
  [
    v.boolean(),
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.picklist(["true", "false", "1", "0", "on", "off"]),
      v.transform((text) => text === "true" || text === "1" || text === "on"),
    ),
  ],
  "Must be a valid boolean.",
);

const CONFIG_MESSAGE = "Expected an object, or the JSON text of one.";

const Config = v.pipe(
  v.unknown(),
  v.check(isNoList, CONFIG_MESSAGE),
  v.union([v.string(), v.record(v.string(), v.unknown())], CONFIG_MESSAGE),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const values = typeof dataset.value === "string" ? toObject(dataset.value) : dataset.value;
    if (values !== null) return values;
    addIssue({ message: CONFIG_MESSAGE });
    return NEVER;
  }),
);

/** valibot accepts a list as a record of its positions. */
function isNoList(value: unknown): boolean {
  return !Array.isArray(value);
}

function toObject(text: string): Record<string, unknown> | null {
  try {
    const value = parseJsonText(text);
    return isFields(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** A file for a field of type `attachment`. */
const Attachment = v.object(
  {
    name: v.pipe(v.string(), v.nonEmpty("Expected the name of a file.")),
    /** @default "application/octet-stream" */
    type: v.optional(v.string(), ""),
    bytes: v.custom<Uint8Array>((value) => value instanceof Uint8Array, "Expected the bytes of a file."),
  },
  "Expected a file.",
);
export type Attachment = v.InferOutput<typeof Attachment>;

const entries = {
  enabled: v.exactOptional(Flag),
  /** Configs run in this order; several may have the same number. */
  order: v.exactOptional(Order),
  /** Null or empty = the plugin's name. */
  name: v.exactOptional(v.nullable(v.pipe(v.string(), v.maxLength(400)))),
  description: v.exactOptional(v.nullable(v.pipe(v.string(), v.maxLength(1000)))),
  /** True = also disabled, and no longer listed. */
  deleted: v.exactOptional(Flag),
  /** Values by key: an object or its JSON text. */
  config: v.exactOptional(Config),
  /** Files by key; null removes a file. */
  attachments: v.exactOptional(v.record(v.string(), v.nullable(Attachment))),
};

export const PluginConfigInput = v.object({ plugin: Integer, ...entries, order: Order });
export type PluginConfigInput = v.InferOutput<typeof PluginConfigInput>;

/** The fields of a config that can be changed. Another `plugin` replaces the one that it runs. */
export const PluginConfigUpdate = v.object({ plugin: v.exactOptional(Integer), ...entries });
export type PluginConfigUpdate = v.InferOutput<typeof PluginConfigUpdate>;

const ORDERS_MESSAGE = "Expected an object of orders by the id of a config.";

/** Orders by the id of the config. */
export const Orders = v.object({
  orders: v.optional(
    v.pipe(
      v.unknown(),
      v.check(isNoList, ORDERS_MESSAGE),
      v.record(v.pipe(v.string(), v.regex(/^\d{1,15}$/, "Expected ids of configs.")), Order, ORDERS_MESSAGE),
    ),
    {},
  ),
});
export type Orders = v.InferOutput<typeof Orders>;

const NO_TYPE = "The job type must be specified!";
const PAYLOAD_MESSAGE = "Expected an object.";

/** A job, as callers in process start it. */
export interface JobStart {
  /** Its name. */
  type: string;
  /** @default {} */
  payload?: Record<string, unknown>;
  /** @default "start" */
  operation?: string;
}

/** A job to start; without one, nothing is started (docs/contract.md has a body without a job). */
export const JobInput = v.object({
  job: v.exactOptional(
    v.pipe(
      v.unknown(),
      v.check(hasType, NO_TYPE),
      v.object({
        type: v.string(),
        payload: v.optional(
          v.pipe(v.unknown(), v.check(isNoList, PAYLOAD_MESSAGE), v.record(v.string(), v.unknown(), PAYLOAD_MESSAGE)),
          {},
        ),
        operation: v.optional(v.string(), "start"),
      }),
    ),
  ),
});
export type JobInput = v.InferOutput<typeof JobInput>;

function hasType(job: unknown): boolean {
  if (typeof job !== "object" || job === null) return false;
  const { type } = job as { type?: unknown };
  return typeof type === "string" && type !== "";
}

const INSTANT_MESSAGE = "Expected an ISO date-time such as 2024-03-01T08:00:00Z.";

const Instant = v.pipe(
  v.string(),
  v.check((text) => parseInstant(text) !== null, INSTANT_MESSAGE),
  v.transform((text) => parseInstant(text) ?? 0),
);

const LIMIT_MESSAGE = "Query param limit must be omitted or an integer!";

const LogType = v.picklist(["DEBUG", "LOG", "INFO", "WARN", "ERROR"], "Expected DEBUG, LOG, INFO, WARN or ERROR.");

/** Filters for log entries; all given filters must match. */
export const PluginLogQuery = v.object({
  limit: v.optional(
    v.pipe(
      v.union([v.number(), v.string()], LIMIT_MESSAGE),
      v.check((limit) => /^\d*$/.test(String(limit)), LIMIT_MESSAGE),
      v.transform((limit) => parse(pageEntries.limit, limit, "limit")),
    ),
    "",
  ),
  offset: pageEntries.offset,
  /** Later than this; ISO text. */
  after: v.exactOptional(Instant),
  /** Earlier than this; ISO text. */
  before: v.exactOptional(Instant),
  /** Part of the message, ignoring case. */
  search: v.exactOptional(v.string()),
  /** Log lines of any of these types. */
  type_filter: v.exactOptional(
    v.union(
      [
        v.array(LogType),
        v.pipe(
          LogType,
          v.transform((type) => [type]),
        ),
      ],
      "Expected DEBUG, LOG, INFO, WARN or ERROR.",
    ),
  ),
});
export type PluginLogQuery = v.InferOutput<typeof PluginLogQuery>;
export type PluginLogInput = v.InferInput<typeof PluginLogQuery>;
