import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, HogletError } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { whenAll } from "../support/rounds.ts";

const NOW = "2024-03-10T12:00:00Z";

/** A database of two persons and some events, with the first byte of this text changed in the file. */
async function openDamaged(text: string): Promise<Hoglet> {
  const whole = await createHoglet({ now: NOW });
  await whole.notes.set("outbox/main/progress", { seq: 7 });
  await whole.import([
    { kind: "person", distinct_ids: ["a"], properties: { plan: "pro" }, created_at: "2024-03-01T00:00:00Z" },
    { kind: "person", distinct_ids: ["b"], properties: { plan: "free" }, created_at: "2024-03-01T00:00:00Z" },
    ...["a", "b", "a"].map((id, hour) => ({
      kind: "event",
      event: "seen",
      distinct_id: id,
      timestamp: new Date(Date.UTC(2024, 2, 9, hour)).toISOString(),
      uuid: `00000000-0000-4000-8000-00000000000${hour}`,
      properties: { hour },
    })),
  ]);
  const contents = Buffer.from(await whole.serialize());
  await whole.close();
  const at = contents.indexOf(text);
  assert.ok(at > 0 && contents.indexOf(text, at + 1) === -1, text);
  contents.write("x", at);
  return createHoglet({ now: NOW, contents });
}

async function failureOf(asked: Promise<unknown>): Promise<HogletError> {
  const error: unknown = await asked.then(
    () => new Error("It was answered."),
    (thrown: unknown) => thrown,
  );
  assert.instance(error, HogletError, String(error));
  return error as HogletError;
}

const filter = { type: "AND" as const, values: [{ type: "person" as const, key: "plan", value: "pro" }] };

/** Every method that reads persons. */
const OF_PERSONS: Record<string, (hoglet: Hoglet) => Promise<unknown>> = {
  "a list": async ({ persons }) => persons.list({}),
  "a filtered list": async ({ persons }) =>
    persons.list({ properties: [{ key: "plan", value: "pro", type: "person", operator: "icontains" }] }),
  "a trend": async ({ insights }) =>
    insights.trend({ events: [{ id: "seen" }], properties: filter, date_from: "-9d", refresh: true }),
  "a breakdown": async ({ insights }) =>
    insights.trend({
      events: [{ id: "seen" }],
      breakdown: "plan",
      breakdown_type: "person",
      date_from: "-9d",
      refresh: true,
    }),
  "a question in SQL": async (hoglet) => hoglet.query("select name from persons"),
  "a list of properties": async ({ definitions }) => definitions.properties({ type: "person" }),
  "a change": async (hoglet) =>
    hoglet.capture({ event: "$set", distinct_id: "b", properties: { $set: { plan: "team" } } }),
};

const rows = suite("a damaged row");

for (const [what, ask] of Object.entries(OF_PERSONS)) {
  rows(`of a person is named by its id in the answer to ${what}`, async () => {
    await using hoglet = await openDamaged('{"plan":"free"}');
    const { code, detail } = await failureOf(ask(hoglet));
    assert.is(code, "storage_corrupt", detail);
    assert.match(detail, /the person 2 are damaged\. `hoglet doctor <file>` names the row and the remedy/);
  });
}

/** Every method that reads events. */
const OF_EVENTS: Record<string, (hoglet: Hoglet) => Promise<unknown>> = {
  "a list": async ({ events }) => events.list({}),
  "a trend": async ({ insights }) =>
    insights.trend({ events: [{ id: "seen" }], breakdown: "hour", date_from: "-9d", refresh: true }),
  "a list of values": async ({ definitions }) => definitions.values({ key: "hour" }),
  "a timeline": async ({ persons }) => persons.propertiesTimeline("1"),
};

for (const [what, ask] of Object.entries(OF_EVENTS)) {
  rows(`of an event is named by its seq and uuid in the answer to ${what}`, async () => {
    await using hoglet = await openDamaged('{"hour":2}');
    const { code, detail } = await failureOf(ask(hoglet));
    assert.is(code, "storage_corrupt", detail);
    assert.match(detail, "The event 00000000-0000-4000-8000-000000000002 (seq 3) is damaged");
  });
}

rows("of a note is named in the answer, and can be set again", async () => {
  await using hoglet = await openDamaged('{"seq":7}');
  for (const asked of [hoglet.notes.get("outbox/main/progress"), hoglet.notes.list("outbox/")]) {
    const { code, detail } = await failureOf(asked);
    assert.equal([code, /note "outbox\/main\/progress" is damaged/.test(detail)], ["storage_corrupt", true]);
  }
  await hoglet.notes.set("outbox/main/progress", { seq: 8 });
  assert.equal(await hoglet.notes.get("outbox/main/progress"), { seq: 8 });
});

whenAll(rows)("is named by the doctor", async () => {
  for (const [text, named] of [
    ['{"plan":"free"}', "The properties of row 2 of persons cannot be read."],
    ['{"seq":7}', "The value of row 1 of notes cannot be read."],
    ['{"hour":2}', "Event 00000000-0000-4000-8000-000000000002 (seq 3): Its properties or its elements have changed."],
  ] as const) {
    await using hoglet = await openDamaged(text);
    const { ok, findings } = await hoglet.check();
    assert.is(ok, false);
    assert.ok(
      findings.some(({ message }) => message === named),
      findings.map(({ message }) => message).join("\n"),
    );
  }
});

rows.run();
