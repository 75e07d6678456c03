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

const DEMO_NAME = "Demo shop";

/** The project with the shop's data up to now, made when there is none of its name. @returns its id */
export async function createDemoProject(hoglet: Hoglet): Promise<number> {
  const { results } = await hoglet.projects.list({ limit: 1000 });
  const known = results.find(({ name }) => name === DEMO_NAME);
  const { id: project } = known ?? (await hoglet.projects.create({ name: DEMO_NAME }));
  // One that was made and not filled, since the process ended in between, is filled now.
  if (await isEmpty(hoglet, project)) await hoglet.import(shop({ endMs: hoglet.clock.now() }), { project });
  return project;
}

async function isEmpty(hoglet: Hoglet, project?: number): Promise<boolean> {
  const kinds = ["person", "group", "cohort", "action", "event"] as const;
  const lines = hoglet.export({ kinds: [...kinds], ...(project !== undefined && { project }) });
  const { done } = await lines[Symbol.asyncIterator]().next();
  return done === true;
}
