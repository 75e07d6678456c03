import { grown } from "../../../base/grown.ts";
import { eachBucket } from "../../../engines/columns/scan/each-bucket.ts";
import { compileTotal } from "../../../engines/columns/scan/expression.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import type { TotalExpression } from "../../../port/counting.ts";
import type { Tally, TallyFrame } from "./tally-frame.ts";

/** A growing list of what an expression reads of rows, as numbers. */
interface Rows {
  numbers: Uint32Array<ArrayBuffer>;
  count: number;
}

/** Keeps what an expression reads of each bucket's rows, 4 bytes a row, and evaluates it once a bucket. */
export function countByExpression(
  { edgesMs, workers }: Pick<TallyFrame, "edgesMs" | "workers">,
  expression: TotalExpression,
  execution: Execution,
): Tally {
  const width = edgesMs.length;
  const total = compileTotal(expression, execution);
  const cells: (Rows | undefined)[] = [];
  return {
    add(slice) {
      const { segment, start, end, mask, line } = slice;
      const own = total.of(segment, start, end);
      eachBucket(slice, edgesMs, (bucket, from, until) => {
        for (let row = from - start; row < until - start; row++) {
          const place = typeof line === "number" ? line : line[row]!;
          if (place < 0 || (mask !== null && mask[row] === 0)) continue;
          push((cells[place * width + bucket] ??= { numbers: new Uint32Array(16), count: 0 }), own[row]!);
        }
      });
    },
    collect() {
      if (workers.size > 1) throw new TypeError("This is not counted by several threads.");
    },
    values: (line) =>
      edgesMs.map((_, bucket) => {
        const rows = cells[line * width + bucket];
        return rows === undefined ? 0 : total.value(rows.numbers.subarray(0, rows.count));
      }),
  };
}

function push(rows: Rows, number: number): void {
  if (rows.count === rows.numbers.length) rows.numbers = grown(rows.numbers, new Uint32Array(rows.count * 2));
  rows.numbers[rows.count++] = number;
}
