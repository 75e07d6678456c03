import { shop } from "../fixtures/shop.ts";
import type { Hoglet } from "../lib/index.ts";

/**
 * Fills an empty database with a made-up shop whose last events are from `endMs` (epoch milliseconds); the same for the
 * same `endMs`. @returns how many events. @throws Error when the database is not empty
 */
export async function importDemo(hoglet: Hoglet, endMs: number): Promise<number> {
  if (!(await isEmpty(hoglet))) throw new Error("--demo needs an empty database; this one holds data.");
  const { events } = await hoglet.import(shop({ endMs }));
  return events;
}

async function isEmpty(hoglet: Hoglet): Promise<boolean> {
  const lines = hoglet.export({ kinds: ["person", "group", "cohort", "action", "event"] });
  const { done } = await lines[Symbol.asyncIterator]().next();
  return done === true;
}
