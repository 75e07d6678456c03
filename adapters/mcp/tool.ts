import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import type { Project } from "../../lib/index.ts";
import type { Api } from "./api.ts";
import type { McpInstance } from "./instance.ts";
import { ToolFault } from "./tool-fault.ts";

export interface Call {
  readonly instance: McpInstance;
  /** The project of the connection. */
  readonly project: Project;
  /** Below `/api/projects/:id`, in the caller's name. */
  readonly api: Api;
  /** May the caller see requests without a project? */
  readonly seesAll: boolean;
  /** Aborts when the client cancels the call or leaves. */
  readonly signal: AbortSignal;
}

/** Every answer's structured content; tools add fields. */
export interface Answer {
  /** The finding in one or two sentences; for an empty answer the reason. */
  summary: string;
  results: readonly unknown[];
  /** Next steps, when the answer is empty or something is wrong. */
  try_next?: string[];
  [field: string]: unknown;
}

/** The effect of a call, for the annotations of the protocol. */
export type Effect = "reads" | "writes" | "replaces" | "destroys" | "runs";

export interface Tool {
  name: string;
  title: string;
  /** One or two sentences, since every client loads the descriptions of all tools. */
  description: string;
  effect: Effect;
  inputSchema: Record<string, unknown>;
  /** False = the instance cannot do it, and the tool is not listed. */
  isFor(instance: McpInstance): boolean;
  /** Checks the arguments and runs. @throws ToolFault */
  call(call: Call, args: unknown): Promise<Answer>;
}

interface ToolOptions<Input extends v.ObjectEntries> extends Pick<Tool, "name" | "title" | "description" | "effect"> {
  /** valibot's entries, from which the JSON Schema follows. Unknown fields are refused by name. */
  input: Input;
  /** Unchecked fields pass, since the API checks them: a query node's. */
  isOpen?: boolean;
  isFor?: Tool["isFor"];
  run(call: Call, input: v.InferOutput<v.ObjectSchema<Input, undefined>>): Promise<Answer>;
}

export function defineTool<const Input extends v.ObjectEntries>(options: ToolOptions<Input>): Tool {
  const { name, title, description, effect, input, isOpen = false, isFor = () => true, run } = options;
  const strict = v.strictObject(input);
  const schema = isOpen ? v.looseObject(input) : strict;
  return {
    name,
    title,
    description,
    effect,
    inputSchema: toSchema(strict),
    isFor,
    call: async (call, args) => run(call, read(schema, toFields(args, input), Object.keys(input)) as never),
  };
}

/**
 * The arguments as fields, without those that are null. PostHog's tools take some inputs as `{ query: { … } }`; both
 * forms are read where `query` is no field of its own.
 */
function toFields(args: unknown, input: v.ObjectEntries): Record<string, unknown> {
  const fields = (args ?? {}) as Record<string, unknown>;
  const inner = fields["query"];
  const isWrapped = !("query" in input) && Object.keys(fields).length === 1 && typeof inner === "object";
  const given = Object.entries(isWrapped ? (inner ?? {}) : fields);
  return Object.fromEntries(given.filter(([, value]) => value !== null));
}

function read(schema: v.GenericSchema, args: unknown, names: readonly string[]): unknown {
  const { success, output, issues } = v.safeParse(schema, args);
  if (success) return output;
  const faults = issues.slice(0, MOST_FAULTS).map((issue) => {
    const path = v.getDotPath(issue) ?? "the arguments";
    if (issue.type === "strict_object" && issue.expected === "never") {
      return `${path}: there is no such field; there are ${names.join(", ")}`;
    }
    if (issue.received === "undefined") return `${path}: is missing`;
    return `${path}: ${issue.message.replace(/^Invalid \w+: /, "")}`;
  });
  throw new ToolFault(`${faults.join(". ")}.`);
}

const MOST_FAULTS = 5;

/** Clients' models need not know them: a refusal names the bound. Each costs tokens in every conversation. */
const UNSHOWN = new Set([
  "$schema",
  "additionalProperties",
  "propertyNames",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "maxProperties",
  "pattern",
]);

function toSchema(schema: v.GenericSchema): Record<string, unknown> {
  return shown(toJsonSchema(schema, { errorMode: "ignore" })) as Record<string, unknown>;
}

function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, item]) => !UNSHOWN.has(key) && !(key === "required" && (item as unknown[]).length === 0),
  );
  return Object.fromEntries(entries.map(([key, item]) => [key, shown(item)]));
}

/** Checks that several tools use. */
export const field = {
  text: (description?: string, most = 400) =>
    description === undefined
      ? v.pipe(v.string(), v.maxLength(most))
      : v.pipe(v.string(), v.maxLength(most), v.description(description)),
  /** A whole number from `least` to `most`. */
  whole: (least: number, most: number, description?: string) =>
    description === undefined
      ? v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))
      : v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most), v.description(description)),
  /** Property values that an event must have. */
  where: () =>
    v.exactOptional(
      v.pipe(
        v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
        v.maxEntries(20),
        v.description("Event properties that must have these values"),
      ),
    ),
  /** A place in the log. */
  after: () =>
    v.exactOptional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(0),
        v.maxValue(Number.MAX_SAFE_INTEGER),
        v.description("Cursor: next_after of an earlier answer"),
      ),
    ),
};
