import type { Project } from "../admin/projects/index.ts";
import { listGroupTypes } from "../people/groups/index.ts";
import type { Context } from "./context.ts";
import type { Scratch } from "./stage/scratch.ts";

/** Most group types of a project, as everywhere. */
const MOST_TYPES = 5;

/** The groups of a source as lines. New types get the next free index; a sixth type has no place. */
export function* groupLines(ctx: Context, project: Project, scratch: Scratch): Generator<string> {
  const indexes = new Map(listGroupTypes(ctx, project).map((known) => [known.group_type, known.group_type_index]));
  let after = { type: "", key: "" };
  for (;;) {
    const row = scratch.get<{ type: string; key: string; properties: string }>(
      "SELECT type, key, properties FROM groups WHERE (type, key) > (?, ?) ORDER BY type, key LIMIT 1",
      after.type,
      after.key,
    );
    if (row === undefined) return;
    after = row;
    if (!indexes.has(row.type)) {
      if (indexes.size === MOST_TYPES) continue;
      indexes.set(row.type, freeIndex([...indexes.values()]));
    }
    yield JSON.stringify({
      kind: "group",
      group_type_index: indexes.get(row.type),
      group_type: row.type,
      group_key: row.key,
      properties: JSON.parse(row.properties) as object,
    });
  }
}

function freeIndex(taken: number[]): number {
  return [0, 1, 2, 3, 4].find((index) => !taken.includes(index)) ?? 0;
}
