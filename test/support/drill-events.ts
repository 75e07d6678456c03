import { createRandom } from "../../fixtures/random.ts";

/** Events of one commit. */
export const DRILL_BATCH = 7;

/** The clock of a drill stands, so that the same events make the same database. */
export const DRILL_TIME = "2026-11-28T10:00:00Z";

/** The events of one commit from a number on: always the same. */
export function drillEvents(first: number) {
  return Array.from({ length: DRILL_BATCH }, (_, index) => {
    const n = first + index;
    const random = createRandom(n + 1);
    return {
      uuid: `0198f0a0-0000-7000-8000-${String(n).padStart(12, "0")}`,
      event: random.pick(["visit", "read", "bought"]),
      distinct_id: `u${random.integer(0, 60)}`,
      timestamp: new Date(Date.parse(DRILL_TIME) - random.integer(0, 20 * 86_400_000)).toISOString(),
      properties: { n, text: "t".repeat(random.integer(0, 700)), $set: { last: n } },
    };
  });
}
