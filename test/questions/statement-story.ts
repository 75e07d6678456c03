import type { Random } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";

// Random stories whose questions are asked twice: as they are, and by the statement of HogQL in their answers.

const PLANS = [
  "pro",
  "free",
  "None",
  "",
  " ",
  "5",
  5,
  5.5,
  true,
  null,
  undefined,
  ["pro"],
  { a: 1 },
  "Pro",
  "it's",
  "ä",
  "\\",
];
const ZONES = ["UTC", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"];
/** Clocks change in some of these days. */
export const FIRST_MS = Date.UTC(2024, 2, 1);
export const DAY_MS = 86_400_000;

const given = (value: unknown) => (value === undefined ? {} : { plan: value });

/** Tells a story: many of its events lie on the edges of days, in UTC or in New York. */
async function tell(hoglet: Hoglet, random: Random): Promise<void> {
  const events = Array.from({ length: random.integer(5, 60) }, () => ({
    event: random.pick(["a", "b", "it's"]),
    distinct_id: `u${random.integer(1, 9)}`,
    timestamp: new Date(
      FIRST_MS +
        random.integer(0, 60) * DAY_MS +
        random.pick([0, 4, 5, random.integer(0, 23)]) * 3_600_000 +
        random.pick([0, 0, 1, 1_799_999]),
    ).toISOString(),
    properties: {
      ...given(random.pick(PLANS)),
      ...(random.chance(0.7) && { n: random.pick([1, 2.5, -3, "4", "x", null, true, 1e20]) }),
      ...(random.chance(0.3) && { $set: given(random.pick(PLANS)) }),
      ...(random.chance(0.1) && { $process_person_profile: false }),
    },
  }));
  await hoglet.capture(events);
  if (random.chance(0.5))
    await hoglet.capture({
      event: "$identify",
      distinct_id: "u1",
      timestamp: new Date(FIRST_MS).toISOString(),
      properties: { $anon_distinct_id: "u2" },
    });
}

export function randomFilter(random: Random): object {
  return random.pick([
    () => ({
      type: random.pick(["event", "person"]),
      key: "plan",
      operator: random.pick(["exact", "is_not", "is_set", "is_not_set", "icontains"]),
      value: random.pick([["pro"], "free", ["pro", "None"], "it's", "5", [""], "true", ["true"]]),
    }),
    () => ({
      type: "hogql",
      key: random.pick([
        "properties.n > 1",
        "person.properties.plan = 'pro' OR event = 'a' -- either",
        "toHour(timestamp) < 12",
        "properties.plan LIKE 'p%'",
        "properties.plan IS NULL",
      ]),
    }),
  ])();
}

export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** A hoglet with a story, in a random zone. */
export async function openStory(random: Random): Promise<Hoglet> {
  const hoglet = await createHoglet({ now: "2024-05-01T12:00:00Z" });
  await hoglet.projects.update(hoglet.project.id, {
    timezone: random.pick(ZONES),
    week_start_day: random.pick([0, 1]),
  });
  await tell(hoglet, random);
  return hoglet;
}

/** The first characters of days, or hours, that tell periods apart. */
export const widthOf = (interval: unknown) => (interval === "hour" ? 13 : 10);

/** Rows of a statement by the names of its columns. */
export async function ask(hoglet: Hoglet, hogql: string): Promise<Record<string, unknown>[]> {
  const { columns, results } = await hoglet.query(hogql);
  return results.map((row) => Object.fromEntries(columns.map((name, place) => [name, row[place]])));
}
