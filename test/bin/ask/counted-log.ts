import { createHoglet } from "../../../lib/index.ts";
import * as assert from "uvu/assert";
import { tempFolder } from "../../support/temp-folder.ts";
import { runHere } from "../run-here.ts";

// A log that a person can count. Three of four who signed up paid: u1 after 38 hours, u2 and u4 within a minute.
/** The folder of the log, for further files. */
export const folder = tempFolder();
const file = folder.file("a.db");
const hoglet = await createHoglet({ file });
/** An event of January 2024. */
export const at = (event: string, distinctId: string, time: string, properties: Record<string, unknown> = {}) => ({
  event,
  distinct_id: distinctId,
  timestamp: `2024-01-${time}Z`,
  properties,
});
await hoglet.capture([
  at("signed up", "u1", "01T08:00:00", { plan: "pro", $set: { country: "AT" } }),
  at("signed up", "u2", "01T09:00:00", { plan: "free", $set: { country: "DE" } }),
  at("signed up", "u3", "02T08:00:00", { plan: "pro", $set: { country: "DE" } }),
  at("signed up", "u4", "03T08:00:00", { plan: "free", $set: { country: "AT" } }),
  at("paid", "u1", "02T22:00:00", { amount: 30, $groups: { company: "acme" } }),
  at("paid", "u2", "01T09:01:00", { amount: 10 }),
  at("paid", "u4", "03T08:00:30", { amount: 5 }),
  at("paid", "u4", "04T08:00:30", { amount: 15 }),
  {
    ...at("$groupidentify", "u1", "02T22:00:00"),
    properties: { $group_type: "company", $group_key: "acme", $group_set: { size: 7 } },
  },
]);
await hoglet.savedInsights.create({
  name: "Sign-ups",
  query: {
    kind: "TrendsQuery",
    series: [{ kind: "EventsNode", event: "signed up" }],
    dateRange: { date_from: "2024-01-01", date_to: "2024-01-04" },
  },
});
await hoglet.savedInsights.create({
  name: "Older",
  filters: { insight: "TRENDS", events: [{ id: "paid" }], date_from: "2024-01-01", date_to: "2024-01-04" },
});
await hoglet.close();

/** The flags of the log's range. */
export const RANGE = ["--date-from", "2024-01-01", "--date-to", "2024-01-04"];
/** Runs `hoglet ask` on the log. */
export const run = (args: string[], options: Parameters<typeof runHere>[1] = {}) =>
  runHere(["ask", ...args], { ...options, env: { HOGLET_DB: file, ...options.env } });

/** The rows that programs get. */
export async function rows(...args: string[]): Promise<Record<string, unknown>[]> {
  const { code, stdout, stderr } = await run(args);
  assert.is(code, 0, stderr);
  return stdout
    .trim()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** A field of all rows. */
export const values = (found: Record<string, unknown>[], name = "value") => found.map((row) => row[name]);
