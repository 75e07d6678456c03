import { compiledFor } from "./compiled.ts";
import { workspaceFor } from "./workspace.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Sets the bit of each row's entity, except entity 0, for rows `from` to `until − 1`; `mask` begins at row `start`.
 * Example: entities 1 2 1 → bits 0b110. Two look-ups per row.
 */
export function addIds(
  bits: Uint32Array,
  entityIds: Uint32Array,
  { mask, start }: { mask: Uint8Array | null; start: number },
  from: number,
  until: number,
): void {
  const workspace = compiledFor(bits) === null ? null : workspaceFor(until - from);
  if (workspace !== null) {
    const ids = workspace.copy(entityIds, from, until);
    const passes = copyMask(workspace, mask, from - start, until - start);
    workspace.kernels.addIds(bits.byteOffset, ids, passes, until - from);
    return;
  }
  if (mask === null) {
    for (let row = from; row < until; row++) {
      const entityId = entityIds[row]!;
      if (entityId !== 0) bits[entityId >>> 5]! |= 1 << (entityId & 31);
    }
    return;
  }
  for (let row = from; row < until; row++) {
    const entityId = entityIds[row]!;
    if (entityId !== 0 && mask[row - start] === 1) bits[entityId >>> 5]! |= 1 << (entityId & 31);
  }
}

/** 0 = all rows pass. */
export function copyMask(workspace: Workspace, mask: Uint8Array | null, from: number, until: number): number {
  return mask === null ? 0 : workspace.copy(mask, from, until);
}

/** 1 0 1 → 2. */
export function countMask(mask: Uint8Array, from: number, until: number): number {
  let count = 0;
  for (let row = from; row < until; row++) count += mask[row]!;
  return count;
}

/** Counts each passing row at `counts[line · width + bucket]`; line −1 = none. */
export function countLines(
  counts: Float64Array,
  rows: { line: Int32Array; mask: Uint8Array | null; width: number; bucket: number },
  from: number,
  until: number,
): void {
  const { line, mask, width, bucket } = rows;
  if (mask === null) {
    for (let row = from; row < until; row++) {
      const own = line[row]!;
      if (own >= 0) counts[own * width + bucket]! += 1;
    }
    return;
  }
  for (let row = from; row < until; row++) {
    const own = line[row]!;
    if (own >= 0 && mask[row] === 1) counts[own * width + bucket]! += 1;
  }
}

/**
 * Counts the passing rows by code, in stretches: stretch k has rows `bounds[k]` to `bounds[k + 1] − 1`, and the k-th
 * `codeCount` of `counts`. The mask begins at row `start`. Example: codes 2 0 2 1, bounds 0 3 4, 3 codes → 1 0 2, 0 1
 * 0. One look-up per row and no branch; in WebAssembly 16 rows at once, where codes are few.
 */
export function countCodes(
  counts: Uint32Array,
  codeCount: number,
  { codes, mask, start }: { codes: Uint8Array | Uint16Array | Uint32Array; mask: Uint8Array | null; start: number },
  bounds: readonly number[],
): void {
  const from = bounds[0]!;
  const until = bounds.at(-1)!;
  const workspace = counts.length > until - from ? null : workspaceFor(until - from);
  if (workspace !== null) {
    const own = workspace.copy(codes, from, until);
    const passes = copyMask(workspace, mask, from - start, until - start);
    const added = workspace.copy(counts);
    const width = codes.BYTES_PER_ELEMENT;
    for (let stretch = 0; stretch + 1 < bounds.length; stretch++) {
      const row = bounds[stretch]! - from;
      const length = bounds[stretch + 1]! - bounds[stretch]!;
      const first = added + stretch * codeCount * Uint32Array.BYTES_PER_ELEMENT;
      const ofRow = passes === 0 ? 0 : passes + row;
      workspace.kernels.countCodes(first, codeCount, own + row * width, width, ofRow, length);
    }
    counts.set(workspace.wordsAt(added, counts.length));
    return;
  }
  for (let stretch = 0; stretch + 1 < bounds.length; stretch++) {
    const first = stretch * codeCount;
    const end = bounds[stretch + 1]!;
    if (mask === null) for (let row = bounds[stretch]!; row < end; row++) counts[first + codes[row]!]! += 1;
    else for (let row = bounds[stretch]!; row < end; row++) counts[first + codes[row]!]! += mask[row - start]!;
  }
}

/** Lowers `firsts` of each row's entity, except entity 0, to the bucket. Rows as in `addIds`. */
export function noteFirsts(
  firsts: Int32Array,
  entityIds: Uint32Array,
  rows: { mask: Uint8Array | null; start: number; bucket: number },
  from: number,
  until: number,
): void {
  const { mask, start, bucket } = rows;
  const workspace = compiledFor(firsts) === null ? null : workspaceFor(until - from);
  if (workspace !== null) {
    const ids = workspace.copy(entityIds, from, until);
    const passes = copyMask(workspace, mask, from - start, until - start);
    workspace.kernels.noteFirsts(firsts.byteOffset, ids, passes, bucket, until - from);
    return;
  }
  for (let row = from; row < until; row++) {
    if (mask !== null && mask[row - start] === 0) continue;
    const entityId = entityIds[row]!;
    if (entityId !== 0 && bucket < firsts[entityId]!) firsts[entityId] = bucket;
  }
}
