import * as v from "valibot";
import { toSnapshot } from "../../testing/snapshot.ts";
import { compareSnapshots } from "../compare-snapshots.ts";
import { expectMayRead } from "../log.ts";
import { defineTool, field } from "../tool.ts";
import type { Answer, Call } from "../tool.ts";
import { ToolFault } from "../tool-fault.ts";

/** A snapshot is in memory as a whole. */
const MOST_EVENTS = 20_000;
/** Snapshots that one server keeps, and the characters of all of them. */
const MOST_KEPT = 10;
const MOST_CHARS = 64 * 1024 * 1024;

export const snapshotCompare = defineTool({
  name: "snapshot-compare",
  title: "Compare with a snapshot",
  description:
    "take: true keeps the project as it is now under a name; without it, says what differs since (events, persons, groups), without ids and times. On stdio `file` is a snapshot of `hoglet run --snapshot`.",
  effect: "reads",
  input: {
    name: v.optional(field.text(), "snapshot"),
    take: v.optional(v.boolean(), false),
    file: v.exactOptional(field.text()),
  },
  async run(call, { name, take, file }) {
    if (take && file !== undefined) throw new ToolFault("file: a snapshot is taken under a name, not into a file.");
    const now = await snapshot(call);
    if (take) return keep(call, name, now);
    const before = file === undefined ? kept(call, name) : await read(call, file);
    const { differences, same } = compare(before, now);
    const changed = differences.map(({ what }) => what).join(", ");
    return {
      summary:
        differences.length === 0
          ? `Nothing differs: ${same} lines are the same.`
          : `These differ: ${changed}. ${same} lines are the same.`,
      results: differences,
    };
  },
});

async function snapshot(call: Call): Promise<string> {
  const { api, instance, project } = call;
  await expectMayRead(call);
  // The export needs no key: these are the scopes of its content.
  for (const path of ["/persons/", "/cohorts/", "/actions/"]) await api.get(path, { limit: 1 });
  await api.get("/groups_types/");
  const hoglet = instance.hoglet();
  const { count } = await hoglet.events.list({ project: project.id, limit: 1 });
  if (count > MOST_EVENTS)
    throw new ToolFault(`The project has ${count} events; up to ${MOST_EVENTS} can be compared.`);
  return toSnapshot(hoglet, project.id);
}

function toKey({ project }: Call, name: string): string {
  return `${project.id} ${name}`;
}

function keep(call: Call, name: string, text: string): Answer {
  const { snapshots } = call.instance;
  snapshots.delete(toKey(call, name));
  snapshots.set(toKey(call, name), text);
  const size = () => [...snapshots.values()].reduce((sum, one) => sum + one.length, 0);
  while (snapshots.size > 1 && (snapshots.size > MOST_KEPT || size() > MOST_CHARS)) {
    const [oldest = ""] = snapshots.keys();
    snapshots.delete(oldest);
  }
  const lines = text.split("\n").length - 1;
  return {
    summary: `Kept ${lines} lines as ${JSON.stringify(name)}, until the server ends.`,
    results: [{ name, lines }],
  };
}

function kept(call: Call, name: string): string {
  const { snapshots } = call.instance;
  const found = snapshots.get(toKey(call, name));
  if (found !== undefined) return found;
  const prefix = toKey(call, "");
  const names = [...snapshots.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  const there = names.length === 0 ? "None was taken" : `There are ${names.join(", ")}`;
  throw new ToolFault(`No snapshot is called ${JSON.stringify(name)}. ${there}: take: true takes one.`, 404);
}

async function read({ instance }: Call, file: string): Promise<string> {
  if (instance.readFile === undefined) throw new ToolFault("file: files are read on stdio only (npx hoglet mcp).", 403);
  try {
    return await instance.readFile(file);
  } catch (error) {
    throw new ToolFault(`file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function compare(before: string, now: string) {
  try {
    return compareSnapshots(before, now);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ToolFault("file: it is no snapshot. `hoglet run --snapshot <file>` writes them, as NDJSON.");
  }
}
