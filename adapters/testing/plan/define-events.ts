import { isOfSdk } from "../../explain/index.ts";
import { toVisible } from "../../../lib/index.ts";
import type { CapturedEvent } from "../../../lib/index.ts";
import { knownKeys } from "./standard-schema.ts";
import type { InputOf, StandardSchema } from "./standard-schema.ts";

/** The schema of each event's properties, by the event's name. */
export type EventSchemas = Record<string, StandardSchema>;

/** The strictness of a plan. */
export type PlanMode = "off" | "warn" | "strict";

/** A difference between an event and the plan. */
export interface PlanIssue {
  event: string;
  /** Path of the property; empty = the event itself. */
  path: string;
  message: string;
}

/** An event of a plan, as it is captured. */
export type PlannedEvent<Schemas extends EventSchemas, Name extends keyof Schemas = keyof Schemas> = {
  [Key in Name & string]: Omit<CapturedEvent, "event" | "properties"> & {
    event: Key;
    properties: InputOf<Schemas[Key]> & { [internal: `$${string}`]: unknown };
  };
}[Name & string];

/** posthog-node's `capture` for events of a plan. */
export interface TypedCapture<Schemas extends EventSchemas> {
  capture<Name extends keyof Schemas & string>(message: {
    distinctId: string;
    event: Name;
    properties: InputOf<Schemas[Name]> & { [internal: `$${string}`]: unknown };
    groups?: Record<string, string | number>;
    timestamp?: Date;
    uuid?: string;
  }): void;
}

/** A plan of any events, for checks alone. */
export interface EventRules {
  readonly schemas: EventSchemas;
  /** The issues of an event; empty = none. Clients' own events (`$…`) may be unplanned. */
  check(event: { event: string; properties?: Record<string, unknown> | undefined }): Promise<PlanIssue[]>;
}

/** A tracking plan. */
export interface EventPlan<Schemas extends EventSchemas = EventSchemas> extends EventRules {
  readonly schemas: Schemas;
  /**
   * Captures an event of the plan.
   * @param a hoglet, a test hoglet, or any object that takes such events
   * @param mode `strict` refuses events off the plan, `warn` emits a process warning, `off` checks nothing. @default
   * "strict"
   * @throws PlanError in strict mode; nothing is captured then
   */
  capture(
    into: { capture(event: CapturedEvent): unknown },
    event: PlannedEvent<Schemas>,
    options?: { mode?: PlanMode },
  ): Promise<void>;
  /** The same client, for which TypeScript accepts only events of the plan. At run time nothing changes. */
  typed<Client extends object>(client: Client): Omit<Client, "capture"> & TypedCapture<Schemas>;
}

/** An event is off the plan. */
export class PlanError extends Error {
  readonly issues: readonly PlanIssue[];

  constructor(issues: readonly PlanIssue[]) {
    super(`Off the tracking plan:\n${issues.map((issue) => `  ${describeIssue(issue)}`).join("\n")}`);
    this.name = "PlanError";
    this.issues = issues;
  }
}

/**
 * Creates a tracking plan: the events, and their properties.
 * @param schemas of valibot, zod, or any other library of Standard Schema; schemas of objects are best, since they list
 * the properties. Properties that clients add (`$…`, `token`, `distinct_id`) are not held against a schema, except on events `$…`.
 * @example
 * const plan = defineEvents({ "signed up": v.object({ plan: v.string() }) });
 * await plan.capture(hoglet, { event: "signed up", distinct_id: "u1", properties: { plan: "pro" } });
 */
export function defineEvents<const Schemas extends EventSchemas>(schemas: Schemas): EventPlan<Schemas> {
  const check = async ({
    event,
    properties = {},
  }: {
    event: string;
    properties?: Record<string, unknown> | undefined;
  }) => {
    const schema = Object.hasOwn(schemas, event) ? schemas[event] : undefined;
    if (schema !== undefined) return checkProperties(event, schema, properties);
    return event.startsWith("$") ? [] : [{ event, path: "", message: "The plan has no such event." }];
  };
  return {
    schemas,
    check,
    async capture(into, event, { mode = "strict" } = {}) {
      if (mode !== "off") report(await check(event), mode);
      await into.capture(event);
    },
    typed: (client) => client as Omit<typeof client, "capture"> & TypedCapture<Schemas>,
  };
}

/** One line for a terminal: the names were captured. */
export function describeIssue({ event, path, message }: PlanIssue): string {
  return toVisible(`${JSON.stringify(event)}${path === "" ? "" : `, ${path}`}: ${message}`);
}

function report(issues: readonly PlanIssue[], mode: "warn" | "strict"): void {
  if (issues.length === 0) return;
  const error = new PlanError(issues);
  if (mode === "strict") throw error;
  process.emitWarning(error.message, "HogletPlanWarning");
}

async function checkProperties(
  event: string,
  schema: StandardSchema,
  properties: Record<string, unknown>,
): Promise<PlanIssue[]> {
  const known = knownKeys(schema);
  // A plan may list SDK properties without a `$`.
  const isOwn = (key: string) => !isOfSdk(key) || (!key.startsWith("$") && known?.includes(key) === true);
  const own = event.startsWith("$")
    ? properties
    : Object.fromEntries(Object.entries(properties).filter(([key]) => isOwn(key)));
  const { issues = [] } = await schema["~standard"].validate(own);
  const wrong = issues.map(({ path = [], message }) => ({ event, path: path.map(toKey).join("."), message }));
  const extra = known === null ? [] : Object.keys(own).filter((key) => !known.includes(key) && !isOfSdk(key));
  const unsaid = extra.filter((key) => !wrong.some((issue) => issue.path === key));
  return [...wrong, ...unsaid.map((path) => ({ event, path, message: "The plan has no such property." }))];
}

function toKey(item: PropertyKey | { readonly key: PropertyKey }): string {
  return String(typeof item === "object" ? item.key : item);
}
