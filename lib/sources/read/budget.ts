import { invalid } from "../../base/errors.ts";

/** Bytes that may come out of one input before its ratio counts: small files of zeros are harmless. */
const FREE_BYTES = 64 * 1024 * 1024;
/** Most unpacked bytes for each packed byte. Exports compress 10 to 60 times; a zip bomb a thousand times and more. */
const MOST_RATIO = 200;

/** Counts the bytes of one input before and after unpacking, over all layers. */
export interface Budget {
  /** Bytes read from the input so far. */
  packedBytes: number;
  /** The input's size; null = unknown, then the bytes read so far count. */
  sizeBytes: number | null;
  /** Bytes that came out of its compressions, layer by layer. */
  unpackedBytes: number;
}

/** @throws invalid when an input unpacks to far more than any export does */
export function spend(budget: Budget, bytes: number): void {
  budget.unpackedBytes += bytes;
  const packed = budget.sizeBytes ?? budget.packedBytes;
  if (budget.unpackedBytes <= FREE_BYTES || budget.unpackedBytes <= packed * MOST_RATIO) return;
  throw invalid(null, `The archive unpacks to more than ${MOST_RATIO} times its size: it is refused as a zip bomb.`);
}

export function openBudget(sizeBytes: number | null): Budget {
  return { packedBytes: 0, sizeBytes, unpackedBytes: 0 };
}
