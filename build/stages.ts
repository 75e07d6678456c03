import { execFileSync } from "node:child_process";
import { relative } from "node:path";
import type { Group } from "./lazy-chunks.ts";

// A process takes half a millisecond for each file that it loads, and as long for each 5 kB. So the modules that a process needs at its
// start share files, and nothing else is in them. The build finds these modules: it starts a process with a file for each module.

/** The steps of a process. A module belongs to the first that needs it; a later step loads no other's modules. */
const STEPS: Record<string, string> = {
  open: `
    Object.values(library);
    hoglet = await library.createHoglet();
    await hoglet.capture({ event: "seen", distinct_id: "u1" });
    await (await library.createHoglet()).close();`,
  list: `
    await (await testing.createTestHoglet()).close();
    await hoglet.events.list();
    await hoglet.persons.list();`,
  question: `await hoglet.insights.trend({ events: [{ id: "seen" }] });`,
  request: `await (await hoglet.fetch("/readyz")).text();`,
};

/** A group of its own for each module of the library. */
export function toOwnGroup(id: string): Group | undefined {
  const path = relative(process.cwd(), id).split(/[\\/]/);
  if (path[0] !== "lib") return undefined;
  return { name: path.join("-").replace(/\.ts$/, ""), rank: Number.POSITIVE_INFINITY };
}

/**
 * Plays the steps with the library in `folder`.
 * @param chunks its files, made with `toOwnGroup`
 * @returns the step that first needs a module, by its id
 */
export function findStages(
  folder: string,
  chunks: readonly { fileName: string; moduleIds: readonly string[] }[],
): Map<string, Group> {
  const steps = Object.entries(STEPS).map(([name, code]) => `${code}\nnote("${name}");`);
  const program = `
    const stages = {};
    const note = (name) => { for (const path of Object.keys(require.cache)) stages[require("node:path").basename(path)] ??= name; };
    const [library, testing] = [require("./index.cjs"), require("./testing-index.cjs")];
    let hoglet;
    (async () => { ${steps.join("\n")} await hoglet.close(); console.log(JSON.stringify(stages)); })();`;
  const stages = JSON.parse(
    execFileSync(process.execPath, ["-e", program], { cwd: folder, encoding: "utf8" }),
  ) as Record<string, string>;
  return new Map(
    chunks.flatMap(({ fileName, moduleIds }) => {
      const name = stages[fileName];
      if (name === undefined) return [];
      const group = { name, rank: Object.keys(STEPS).indexOf(name) };
      return moduleIds.filter(toOwnGroup).map((id): [string, Group] => [id, group]);
    }),
  );
}
