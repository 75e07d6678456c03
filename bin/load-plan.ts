import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { defineEvents } from "../adapters/testing/index.ts";
import type { EventRules, EventSchemas } from "../adapters/testing/index.ts";

/**
 * The tracking plan of a module: its export `default`, `plan`, or the first export that is a plan; made by
 * `defineEvents`, or the object of schemas for it.
 * @throws Error with a sentence when the module cannot be loaded or exports no plan
 */
export async function loadPlan(file: string): Promise<EventRules> {
  const exported = (await load(file)) as Record<string, unknown>;
  for (const value of [exported["default"], exported["plan"], ...Object.values(exported)]) {
    if (isPlan(value)) return value;
    if (isSchemas(value)) return defineEvents(value);
  }
  throw new Error(`${file} exports no tracking plan: export default defineEvents({ … }).`);
}

async function load(file: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(resolve(file)).href);
  } catch (cause) {
    // Node reads TypeScript by itself from 22.18 on, and 22.15 with a flag.
    const isUnread = /^\.[cm]?ts$/.test(extname(file)) && process.features.typescript === false;
    const advice = isUnread ? " This Node reads TypeScript with NODE_OPTIONS=--experimental-strip-types." : "";
    throw new Error(`The plan cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.${advice}`, {
      cause,
    });
  }
}

function isPlan(value: unknown): value is EventRules {
  return isObject(value) && isSchemas(value["schemas"]) && typeof value["check"] === "function";
}

function isSchemas(value: unknown): value is EventSchemas {
  const schemas = isObject(value) ? Object.values(value) : [];
  return schemas.length > 0 && schemas.every((schema) => isObject(schema) && "~standard" in schema);
}

/** Schemas of some libraries are functions. */
function isObject(value: unknown): value is Record<string, unknown> {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
