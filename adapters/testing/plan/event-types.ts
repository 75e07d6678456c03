import { ownProperties } from "../../explain/index.ts";
import { toJsonSchema } from "@valibot/to-json-schema";
import type { EventRules } from "./define-events.ts";
import { inferType, toKeyText, toTypeText } from "./json-type.ts";
import type { JsonType } from "./json-type.ts";
import type { StandardSchema } from "./standard-schema.ts";

/** The type of each event's properties, by the event's name. */
export type EventTypes = Record<string, JsonType>;

/** Schemas without a JSON Schema become `unknown`. */
export function planTypes(plan: EventRules): EventTypes {
  return Object.fromEntries(Object.entries(plan.schemas).map(([event, schema]) => [event, schemaType(schema)]));
}

/** The types of captured events: the app's own events and properties. */
export async function capturedTypes(events: Iterable<Captured> | AsyncIterable<Captured>): Promise<EventTypes> {
  const found = new Map<string, Record<string, unknown>[]>();
  for await (const { event, properties = {} } of events) {
    if (event.startsWith("$")) continue;
    const own = ownProperties(properties);
    const known = found.get(event);
    if (known === undefined) found.set(event, [own]);
    else known.push(own);
  }
  const names = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(names.map(([event, properties]) => [event, inferType(properties)]));
}

interface Captured {
  event: string;
  properties?: Record<string, unknown>;
}

/** A `.d.ts` for the capture of posthog-node and posthog-js. */
export function toDeclarations(types: EventTypes): string {
  const events = Object.entries(types).map(([event, type]) => `  ${toKeyText(event)}: ${toTypeText(type)};`);
  return `// Written by \`hoglet types\`.

/** The properties of each event, by its name. */
export interface Events {
${events.join("\n")}
}

export type EventName = keyof Events;

/** Properties that clients add by themselves. */
interface Internal {
  [property: \`$\${string}\`]: unknown;
}

/** posthog-node with these events: \`const typed: ServerCapture = posthog\`. */
export interface ServerCapture {
  capture<Name extends EventName>(message: {
    distinctId: string;
    event: Name;
    properties: Events[Name] & Internal;
    groups?: Record<string, string | number>;
    timestamp?: Date;
    uuid?: string;
  }): void;
}

/** posthog-js with these events: \`const typed: BrowserCapture = posthog\`. */
export interface BrowserCapture {
  capture<Name extends EventName>(event: Name, properties: Events[Name] & Internal): unknown;
}
`;
}

function schemaType(schema: StandardSchema): JsonType {
  const standard = schema["~standard"] as StandardSchema["~standard"] & {
    jsonSchema?: { input(options: { target: string }): unknown };
  };
  try {
    if (standard.vendor === "valibot") {
      const options = { typeMode: "input", errorMode: "ignore" } as const;
      return toJsonSchema(schema as unknown as Parameters<typeof toJsonSchema>[0], options) as JsonType;
    }
    // Standard JSON Schema, which zod and other libraries offer.
    return (standard.jsonSchema?.input({ target: "draft-2020-12" }) ?? {}) as JsonType;
  } catch {
    return {};
  }
}
