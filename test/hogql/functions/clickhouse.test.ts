import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openDirectly } from "../../sql/ask-directly.ts";

// Values that ClickHouse itself gave for expressions on random inputs. The file says how they were recorded.

type Recorded = [expression: string, value: unknown][];
const file = JSON.parse(readFileSync("fixtures/cases/clickhouse.json", "utf8")) as Record<string, Recorded>;
const ask = await openDirectly();

/** Floats to ten digits, booleans as numbers, instants as UTC. */
function toComparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toComparable);
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number") return Number(value.toPrecision(10));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toComparable(member)]));
  }
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value).toISOString() : value;
}

const recorded = suite("functions");

for (const timezone of ["UTC", "America/New_York"]) {
  const groups = Map.groupBy(
    file[timezone] ?? [],
    ([expression]) => /^\(?\w+(?: \w+)?/.exec(expression)?.[0] ?? "operators",
  );
  for (const [name, cases] of groups) {
    recorded(`give what ClickHouse gives in ${timezone}: ${name}, ${cases.length} inputs`, () => {
      for (const [expression, expected] of cases) {
        const value = ask(`SELECT ${expression}`, { timezone }).rows[0]?.[0];
        assert.equal(toComparable(value), expected, expression);
      }
    });
  }
}

recorded.run();
