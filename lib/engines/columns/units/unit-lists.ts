/** Numbers of each unit: those of unit u are `offsets[u]` to `offsets[u + 1] − 1` of each column. */
export interface UnitLists<Name extends string> {
  /** One entry more than there are units. */
  offsets: Uint32Array;
  columns: Record<Name, Uint32Array>;
}

/** Some rows: the unit of each (0 = none), and numbers, one for all rows or one for each. */
export interface UnitPart<Name extends string> {
  units: Uint32Array;
  /** 1 = the row counts; null = all rows count. */
  mask: Uint8Array | null;
  numbers: Record<Name, number | Uint32Array>;
}

/**
 * Groups the rows by unit, in the order of the parts: a counting sort with two passes. Example: units 2 1 2 with
 * numbers 7 8 9 → offsets 0 0 1 3, numbers 8 7 9.
 */
export function toUnitLists<Name extends string>(
  parts: readonly UnitPart<Name>[],
  names: readonly Name[],
  limit: number,
): UnitLists<Name> {
  const offsets = new Uint32Array(limit + 1);
  for (const { units, mask } of parts) countInto(offsets, units, mask);
  let total = 0;
  for (let unit = 0; unit <= limit; unit++) {
    const count = offsets[unit]!;
    offsets[unit] = total;
    total += count;
  }
  const entries = names.map((name): [Name, Uint32Array] => {
    const column = new Uint32Array(total);
    const next = offsets.slice();
    for (const { units, mask, numbers } of parts) placeInto(column, next, { units, mask, numbers: numbers[name] });
    return [name, column];
  });
  return { offsets, columns: Object.fromEntries(entries) as Record<Name, Uint32Array> };
}

function countInto(counts: Uint32Array, units: Uint32Array, mask: Uint8Array | null): void {
  for (let row = 0; row < units.length; row++) {
    const unit = units[row]!;
    if (unit !== 0 && (mask === null || mask[row] === 1)) counts[unit]! += 1;
  }
}

function placeInto(
  column: Uint32Array,
  next: Uint32Array,
  { units, mask, numbers }: { units: Uint32Array; mask: Uint8Array | null; numbers: number | Uint32Array },
): void {
  const isPlain = typeof numbers === "number";
  for (let row = 0; row < units.length; row++) {
    const unit = units[row]!;
    if (unit === 0 || (mask !== null && mask[row] === 0)) continue;
    column[next[unit]!++] = isPlain ? numbers : numbers[row]!;
  }
}
