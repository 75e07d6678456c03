import { compiledFor } from "./compiled.ts";
import { workspaceFor } from "./workspace.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Sets the bit of each row's entity, except entity 0. Rows `from` to `until − 1` of `entityIds`; `mask` begins at row `start`.
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

/** The address of the mask of the rows; 0 = all pass. */
export function copyMask(workspace: Workspace, mask: Uint8Array | null, from: number, until: number): number {
  return mask === null ? 0 : workspace.copy(mask, from, until);
}

/** Counts the rows that pass: 1 0 1 → 2. */
export function countMask(mask: Uint8Array, from: number, until: number): number {
  let count = 0;
  for (let row = from; row < until; row++) count += mask[row]!;
  return count;
}

/** Counts each row that passes in its line, at `counts[line · width + bucket]`; line −1 = none. */
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
 * Counts the rows that pass by their code, every other row in `odd`: the count of a code is the sum of both lists. Rows
 * as in `addIds`, with codes in place of entity ids. Two lists, because adding to the number that the row before has just
 * changed must wait for it, and with few codes most rows do that: 0.6 instead of 1 ns a row with five codes (measured).
 * Example: codes 2 0 2, mask 1 1 1 → even 0 0 2, odd 1 0 0. One look-up per row and no branch.
 */
export function countCodes(
  [even, odd]: readonly [even: Uint32Array, odd: Uint32Array],
  codes: Uint8Array | Uint16Array | Uint32Array,
  { mask, start }: { mask: Uint8Array | null; start: number },
  from: number,
  until: number,
): void {
  const workspace = even.length > until - from ? null : workspaceFor(until - from);
  if (workspace !== null) {
    const own = workspace.copy(codes, from, until);
    const passes = copyMask(workspace, mask, from - start, until - start);
    const counts = workspace.copy(even);
    workspace.kernels.countCodes(counts, even.length, own, codes.BYTES_PER_ELEMENT, passes, until - from);
    even.set(workspace.wordsAt(counts, even.length));
    return;
  }
  const last = until - 1;
  let row = from;
  if (mask === null) {
    for (; row < last; row += 2) {
      even[codes[row]!]! += 1;
      odd[codes[row + 1]!]! += 1;
    }
    if (row === last) even[codes[row]!]! += 1;
    return;
  }
  for (; row < last; row += 2) {
    even[codes[row]!]! += mask[row - start]!;
    odd[codes[row + 1]!]! += mask[row + 1 - start]!;
  }
  if (row === last) even[codes[row]!]! += mask[row - start]!;
}

/**
 * Writes to `firsts` the bucket of each row's entity, except entity 0, if it is earlier than the written bucket. Rows as in
 * `addIds`.
 */
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
