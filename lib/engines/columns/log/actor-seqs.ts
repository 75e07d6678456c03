import type { ActorKind } from "../../../port/actors.ts";
import { propertyText } from "../../../events/filters/index.ts";
import type { Execution } from "../execution.ts";
import type { Segment } from "./segment.ts";

/**
 * The `seq` of every event of one actor, ascending: by person id, negative for a personless distinct id, or by group
 * key. Checks each row of the project, for lack of an index: 1 ns a row.
 */
export function findActorSeqs(execution: Execution, kind: ActorKind, actor: number | string): number[] {
  const rowsOf =
    kind.by === "persons"
      ? compilePersonRows(execution, Number(actor))
      : (segment: Segment) => groupRows(segment, kind.groupTypeIndex, String(actor));
  return execution.segments
    .flatMap((segment) => {
      const rows = rowsOf(segment);
      if (rows.length === 0) return [];
      const seqs = segment.seqs();
      return rows.map((row) => segment.firstSeq + seqs[row]!);
    })
    .toSorted((a, b) => a - b);
}

function compilePersonRows({ people }: Execution, actor: number): (segment: Segment) => number[] {
  const isOwn = new Uint8Array(people.actors.length);
  if (actor < 0) isOwn[-actor] = 1;
  else for (let id = 1; id < isOwn.length; id++) isOwn[id] = people.actors[id] === actor ? 1 : 0;
  return (segment) => {
    const { ids } = segment.core();
    const rows: number[] = [];
    for (let row = 0; row < ids.length; row++) if (isOwn[ids[row]!] === 1) rows.push(row);
    return rows;
  };
}

function groupRows(segment: Segment, groupTypeIndex: number, key: string): number[] {
  const { codes, values } = segment.property(`$group_${groupTypeIndex}`);
  const isOwn = Uint8Array.from(values, (value) => (propertyText(value) === key ? 1 : 0));
  const rows: number[] = [];
  for (let row = 0; row < segment.rows; row++) if (isOwn[codes[row]!] === 1) rows.push(row);
  return rows;
}
