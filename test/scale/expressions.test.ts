import { createRequire } from "node:module";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { openDirectly } from "../sql/ask-directly.ts";
import { rounds } from "../support/rounds.ts";
import { hasClickhouse, skip } from "./clickhouse-door.ts";
import { randomValue } from "./random-value.ts";

// Random expressions have the values that ClickHouse itself gives. `-- scale/expressions --rounds 5000` plays more, 16 ms each.

const values = suite("values of expressions, by clickhouse");
const NAME = "are those of ClickHouse";

/** Floats to ten digits, truth as a number. */
function toComparable(value: unknown): unknown {
  if (typeof value === "boolean") return Number(value);
  if (Array.isArray(value)) return value.map(toComparable);
  return typeof value === "number" ? Number(value.toPrecision(10)) : value;
}

/** The row of ClickHouse; null = it finds no common type for its own numbers, signed and not. */
function askClickhouse(expression: string): unknown[] | null {
  const { query } = createRequire(import.meta.url)("chdb") as { query(sql: string): string };
  const settings = "output_format_json_quote_64bit_integers = 0";
  try {
    const answer = query(`SELECT ${expression} AS x FORMAT JSONCompact SETTINGS ${settings}`);
    return (JSON.parse(answer) as { data: unknown[][] }).data[0] ?? [];
  } catch (error) {
    if (String(error).includes("NO_COMMON_TYPE")) return null;
    throw error;
  }
}

if (hasClickhouse) {
  values(NAME, async () => {
    const ask = await openDirectly();
    const random = createRandom(Number(process.env["HOGLET_SEED"] ?? 1));
    const count = rounds(300, 1000);
    let compared = 0;
    for (let round = 0; round < count; round++) {
      const expression = randomValue(random);
      const row = askClickhouse(expression);
      if (row === null) continue;
      compared++;
      assert.equal(toComparable(ask(`SELECT ${expression}`).rows[0]?.[0]), toComparable(row[0]), expression);
    }
    assert.ok(compared > 0.95 * count, `only ${compared} of ${count} were compared`);
  });
} else skip(values, NAME);

values.run();
