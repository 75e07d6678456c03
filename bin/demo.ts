import type { ActionLine, CohortLine, Line } from "../fixtures/line.ts";
import { shop } from "../fixtures/shop.ts";
import type { Hoglet } from "../lib/index.ts";
import { fillShelf } from "./demo-shelf.ts";

/**
 * Fills an empty database with an invented shop whose last events are from `endMs` (epoch milliseconds); the data
 * depends only on `endMs`. @returns the number of events. @throws Error when the database is not empty
 */
export async function importDemo(hoglet: Hoglet, endMs: number): Promise<number> {
  if (!(await isEmpty(hoglet))) throw new Error("--demo needs an empty database; this one holds data.");
  const { events } = await hoglet.import(shop({ endMs }));
  await fillShelf(hoglet, endMs);
  return events;
}

const DEMO_NAME = "Demo shop";

const underWay = new WeakMap<Hoglet, Promise<number>>();

/** Returns the project with the shop's data up to now, and creates it if no project has its name. @returns its id */
export function createDemoProject(hoglet: Hoglet): Promise<number> {
  // Two windows may ask at the same time.
  const made = underWay.get(hoglet) ?? findOrMake(hoglet).finally(() => underWay.delete(hoglet));
  underWay.set(hoglet, made);
  return made;
}

async function findOrMake(hoglet: Hoglet): Promise<number> {
  const { results } = await hoglet.projects.list({ limit: 1000 });
  const known = results.find(({ name }) => name === DEMO_NAME);
  const { id: project } = known ?? (await hoglet.projects.create({ name: DEMO_NAME }));
  // A project that was created but not filled, because the process ended in between, is filled now.
  if (await isEmpty(hoglet, project)) await fill(hoglet, project);
  return project;
}

async function fill(hoglet: Hoglet, project: number): Promise<void> {
  const definitions: (CohortLine | ActionLine)[] = [];
  function* data(): Generator<Line> {
    for (const line of shop({ endMs: hoglet.clock.now() })) {
      if (line.kind === "cohort" || line.kind === "action") definitions.push(line);
      else yield line;
    }
  }
  await hoglet.import(data(), { project });
  // Not imported, because their ids may be taken by the user's own definitions in any project.
  for (const line of definitions) {
    if (line.kind === "action") await hoglet.actions.create({ project, name: line.name, steps: line.steps });
    else await createCohort(hoglet, project, line);
  }
  await fillShelf(hoglet, hoglet.clock.now(), project);
}

async function createCohort(
  hoglet: Hoglet,
  project: number,
  { name, groups, is_static, members = [] }: CohortLine,
): Promise<void> {
  const content = is_static ? { is_static, distinct_ids: members } : { groups };
  await hoglet.cohorts.create({ project, name, ...content });
}

async function isEmpty(hoglet: Hoglet, project?: number): Promise<boolean> {
  const kinds = ["person", "group", "cohort", "action", "event"] as const;
  const lines = hoglet.export({ kinds: [...kinds], ...(project !== undefined && { project }) });
  const { done } = await lines[Symbol.asyncIterator]().next();
  return done === true;
}
