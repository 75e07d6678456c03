import { createHoglet } from "../../lib/index.ts";
import type { Hoglet, HogletError, HogletOptions, QueryOptions, QueryResult } from "../../lib/index.ts";

/** The clock of these tests. */
export const NOW = "2024-03-10T12:00:00Z";

/** A handle with a few persons and events in its first project; see `SAMPLE`. */
export async function openSample(options: HogletOptions = {}): Promise<Hoglet> {
  const hoglet = await createHoglet({ now: NOW, ...options });
  await hoglet.import(SAMPLE.map((line) => JSON.stringify(line)));
  return hoglet;
}

const MIRA = { email: "mira@example.org", plan: "pro" };

/** Two persons, of whom one is identified and has two distinct ids; three events, a group and a cohort. */
const SAMPLE = [
  {
    kind: "person",
    distinct_ids: ["u1", "a1"],
    properties: MIRA,
    created_at: "2024-03-01T08:00:00Z",
    is_identified: true,
  },
  { kind: "person", distinct_ids: ["u2"], properties: { "full name": "Jo" }, created_at: "2024-03-02T08:00:00Z" },
  event("viewed", "a1", "2024-03-01T08:15:30.250Z", { $browser: "Firefox", price: 5 }),
  event("viewed", "u2", "2024-03-02T08:00:00Z", { $browser: "Chrome" }),
  event("paid", "u1", "2024-03-08T23:30:00Z", { price: 20, nested: { deep: ["x"] } }),
  {
    kind: "group",
    group_type_index: 0,
    group_key: "org:5",
    properties: { name: "Org" },
    created_at: "2024-03-01T08:00:00Z",
  },
  { kind: "cohort", id: 3, name: "power", is_static: true, members: ["u1"] },
];

function event(name: string, distinctId: string, timestamp: string, properties: Record<string, unknown>) {
  return { kind: "event", event: name, distinct_id: distinctId, timestamp, properties };
}

/** The rows of an answer. */
export async function rows(hoglet: Hoglet, sql: string, options?: QueryOptions): Promise<QueryResult["results"]> {
  return (await hoglet.query(sql, options)).results;
}

/** Why a query was refused; null when it was answered. */
export async function refusal(answer: Promise<unknown>): Promise<HogletError | null> {
  return answer.then(
    () => null,
    (error: unknown) => error as HogletError,
  );
}
