/** Numbers of each entity: those of entity u are `offsets[u]` to `offsets[u + 1] − 1` of each column. */
export interface EntityLists<Name extends string> {
  /** One entry more than there are entities. */
  offsets: Uint32Array;
  columns: Record<Name, Uint32Array>;
}

/** Some rows: the entity id of each (0 = none), and numbers, for all rows or for each. */
export interface EntityPart<Name extends string> {
  entityIds: Uint32Array;
  /** 1 = the row counts; null = all rows count. */
  mask: Uint8Array | null;
  numbers: Record<Name, number | Uint32Array>;
}

/**
 * Groups rows by entity, in the order of the parts, by a counting sort. Example: entities 2 1 2 with numbers 7 8 9 →
 * offsets 0 0 1 3, numbers 8 7 9.
 */
export function toEntityLists<Name extends string>(
  parts: readonly EntityPart<Name>[],
  names: readonly Name[],
  limit: number,
): EntityLists<Name> {
  const offsets = new Uint32Array(limit + 1);
  for (const { entityIds, mask } of parts) countInto(offsets, entityIds, mask);
  let total = 0;
  for (let entityId = 0; entityId <= limit; entityId++) {
    const count = offsets[entityId]!;
    offsets[entityId] = total;
    total += count;
  }
  const entries = names.map((name): [Name, Uint32Array] => {
    const column = new Uint32Array(total);
    const next = offsets.slice();
    for (const { entityIds, mask, numbers } of parts)
      placeInto(column, next, { entityIds, mask, numbers: numbers[name] });
    return [name, column];
  });
  return { offsets, columns: Object.fromEntries(entries) as Record<Name, Uint32Array> };
}

function countInto(counts: Uint32Array, entityIds: Uint32Array, mask: Uint8Array | null): void {
  for (let row = 0; row < entityIds.length; row++) {
    const entityId = entityIds[row]!;
    if (entityId !== 0 && (mask === null || mask[row] === 1)) counts[entityId]! += 1;
  }
}

function placeInto(
  column: Uint32Array,
  next: Uint32Array,
  { entityIds, mask, numbers }: { entityIds: Uint32Array; mask: Uint8Array | null; numbers: number | Uint32Array },
): void {
  const isPlain = typeof numbers === "number";
  for (let row = 0; row < entityIds.length; row++) {
    const entityId = entityIds[row]!;
    if (entityId === 0 || (mask !== null && mask[row] === 0)) continue;
    column[next[entityId]!++] = isPlain ? numbers : numbers[row]!;
  }
}
