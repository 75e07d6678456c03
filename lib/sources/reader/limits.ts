import { invalid } from "../../base/errors.ts";
import type { HogletError } from "../../base/errors.ts";

// Bounds of the process that reads files from outside. The readers compare the claims of a file with its bytes; these bounds hold
// whatever else a file does.

const MIB = 1024 * 1024;

/** Memory of the reader. A record may have 64 million characters, which take some 600 MB; the process itself has about 100. */
export const MOST_MEMORY_BYTES = 1024 * MIB;

/** Time in ms of one step, such as a page of a column. Honest steps take a second; a busy machine ten times that. */
export const MOST_STEP_MS = 120_000;

/** Time in ms of the processor for any input. */
const FREE_CPU_MS = 60_000;
/** And for each byte, about 0.05: 20 kB a second, a fiftieth of the slowest reader. */
const CPU_MS_PER_BYTE = 1 / 20;

/** Records of any input. */
const FREE_RECORDS = 200_000;
/** And for each byte: columns of equal values take less than a bit. */
const RECORDS_PER_BYTE = 20;

/** The work of a reader so far. */
export interface Spent {
  cpuMs: number;
  records: number;
  inputBytes: number;
}

/** The refusal of an input that takes more than its size allows; null = it does not. */
export function findExcess({ cpuMs, records, inputBytes }: Spent): HogletError | null {
  if (cpuMs > FREE_CPU_MS + inputBytes * CPU_MS_PER_BYTE)
    return invalid(null, "The input takes far longer to read than its size explains: it is damaged, or made to do so.");
  if (records > FREE_RECORDS + inputBytes * RECORDS_PER_BYTE)
    return invalid(null, `The input has more than ${records} records in ${inputBytes} bytes: it is refused as a bomb.`);
  return null;
}

export function exceeded(): HogletError {
  return invalid(
    null,
    `The input needs more than ${MOST_MEMORY_BYTES / MIB} MiB of memory, or more than ${MOST_STEP_MS / 1000} s for one step: ` +
      "it is damaged, or made to do so. Nothing of it is stored.",
  );
}
