import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet, ImportOptions, Step } from "../../lib/index.ts";

type Fields = Record<string, unknown>;

async function linesOf(hoglet: Hoglet, kind: "event" | "person"): Promise<Fields[]> {
  const lines: Fields[] = [];
  for await (const line of hoglet.export({ kinds: [kind] })) lines.push(JSON.parse(line) as Fields);
  return lines;
}

async function take(records: object[] | string, options: Partial<ImportOptions> = {}) {
  const hoglet = await createHoglet();
  const source =
    typeof records === "string" ? records : records.map((record) => `${JSON.stringify(record)}\n`).join("");
  const counts = await hoglet.import(source, { from: "auto", ...options });
  const result = { counts, events: await linesOf(hoglet, "event"), persons: await linesOf(hoglet, "person") };
  await hoglet.close();
  return result;
}

function refuse(records: object[] | string, options: Partial<ImportOptions> = {}): Promise<string> {
  return take(records, options).then(
    () => assert.unreachable("it was taken") as never,
    (error: Error) => error.message,
  );
}

const amplitude = (time: string, ids: Fields, more: Fields = {}) => ({
  event_type: "x",
  event_properties: {},
  device_id: null,
  user_id: null,
  event_time: time,
  ...ids,
  ...more,
});

const identity = suite("identities of a source");

identity("a shared device belongs to its first user; a later one keeps the own person", async () => {
  const { counts, persons } = await take([
    amplitude("2024-03-04 12:00:00", { user_id: "u-quin", device_id: "d" }),
    amplitude("2024-03-04 10:00:00", { device_id: "d" }),
    amplitude("2024-03-04 11:00:00", { user_id: "u-pia", device_id: "d" }),
  ]);
  assert.equal(persons.map((person) => (person["distinct_ids"] as string[]).toSorted()).toSorted(), [
    ["d", "u-pia"],
    ["u-quin"],
  ]);
  assert.is(counts.shared_devices, 1);
  assert.is(counts.made, 1);
});

const identifyCall = (second: number, userId: string) => ({
  type: "identify",
  messageId: `m-${second}`,
  anonymousId: "an",
  userId,
  traits: { at: second },
  timestamp: `2024-03-04T10:00:0${second}Z`,
});

identity("a Segment identify on a device of another user sets properties and merges nobody", async () => {
  const { persons, counts } = await take([identifyCall(1, "u-1"), identifyCall(2, "u-2")]);
  assert.equal(persons.map((person) => person["distinct_ids"]).toSorted(), [["u-1", "an"], ["u-2"]]);
  assert.equal(
    persons.map((person) => (person["properties"] as Fields)["at"]),
    [1, 2],
  );
  assert.is(counts.shared_devices, 1);
});

identity("ids such as null and 0 join nobody and are counted; their events stay", async () => {
  const { persons, counts, events } = await take([
    amplitude("2024-03-04 10:00:00", { user_id: "anonymous", device_id: "d-1" }),
    amplitude("2024-03-04 10:00:01", { user_id: "u", device_id: "0" }),
  ]);
  assert.is(events.length, 2);
  assert.is(persons.length, 2);
  assert.is(counts.skipped?.["not linked: illegal id"], 2);
});

const exportedRow = (distinct_id: string, person_id: string, second: number) => ({
  uuid: `0190a111-0000-7000-8000-00000000000${second}`,
  event: "e",
  distinct_id,
  timestamp: `2024-03-04T10:00:0${second}Z`,
  properties: {},
  person_id,
});

identity("PostHog events that share a person id are one person in the end", async () => {
  // anon was merged into user between its events.
  const { persons } = await take([
    exportedRow("anon", "p1", 1),
    exportedRow("user", "p2", 2),
    exportedRow("anon", "p2", 3),
    exportedRow("alone", "p3", 4),
  ]);
  assert.equal(persons.map((person) => (person["distinct_ids"] as string[]).toSorted()).toSorted(), [
    ["alone"],
    ["anon", "user"],
  ]);
});

identity("the newest $set wins whatever the order of lines", async () => {
  const { persons } = await take([
    amplitude("2024-03-04 11:00:00", { user_id: "u" }, { user_properties: { plan: "new" } }),
    amplitude("2024-03-04 10:00:00", { user_id: "u" }, { user_properties: { plan: "old" } }),
  ]);
  assert.equal(
    persons.map((person) => (person["properties"] as Fields)["plan"]),
    ["new"],
  );
});

for (const overwrite of [false, true]) {
  identity(
    `an older $set ${overwrite ? "replaces a newer one if told" : "gives way to a newer one, and fills gaps"}`,
    async () => {
      await using hoglet = await createHoglet();
      await hoglet.capture([
        { event: "live", distinct_id: "u", timestamp: "2024-06-01T10:00:00Z", properties: { $set: { plan: "live" } } },
        {
          event: "live",
          distinct_id: "early",
          timestamp: "2024-01-01T10:00:00Z",
          properties: { $set: { plan: "early" } },
        },
      ]);
      const records = ["u", "early", "new"].flatMap((id) => [
        amplitude("2024-03-04 11:00:00", { user_id: id }, { user_properties: { plan: "file", city: "Rome" } }),
        amplitude("2024-03-04 10:00:00", { user_id: id }, { user_properties: { plan: "older" } }),
      ]);
      const source = records.map((record) => `${JSON.stringify(record)}\n`).join("");
      await hoglet.import(source, { from: "auto", overwrite });
      const found: Record<string, unknown> = {};
      for (const person of await linesOf(hoglet, "person")) {
        const { plan, city } = person["properties"] as Fields;
        found[String((person["distinct_ids"] as string[])[0])] = [plan, city];
      }
      assert.equal(found, { u: [overwrite ? "file" : "live", "Rome"], early: ["file", "Rome"], new: ["file", "Rome"] });
    },
  );
}

identity.run();

const filters = suite("events that are wanted");

filters("by name and by time; all others are counted and link nobody", async () => {
  const records = [
    amplitude("2024-03-04 10:00:00", { device_id: "d" }, { event_type: "a" }),
    amplitude("2024-03-04 11:00:00", { user_id: "u", device_id: "d" }, { event_type: "b" }),
    amplitude("2024-03-04 12:00:00", { user_id: "u" }, { event_type: "[Amplitude] Page Viewed" }),
  ];
  const names = async (options: Partial<ImportOptions>) => {
    const { events, counts, persons } = await take(records, options);
    return [events.map(({ event }) => event), counts.skipped, persons.length];
  };
  assert.equal(await names({ only: ["a", "$pageview"] }), [["a", "$pageview"], { "not wanted": 1 }, 2]);
  assert.equal(await names({ exclude: ["a", "b"] }), [["$pageview"], { "not wanted": 2 }, 1]);
  const range = { after: "2024-03-04T11:00:00Z", before: "2024-03-04T12:00:00Z" };
  assert.equal(await names(range), [["$identify", "b"], { "not wanted": 2 }, 1]);
  assert.match(await refuse(records, { after: "soon" }), "after: Expected an ISO time");
});

filters.run();

const uuids = suite("uuids of a source");

const plainRecord = (event: string) => ({ event, user: "u", at: "2024-03-04T10:00:00Z" });

function plainText(events: string[]): string {
  return events.map((event) => `${JSON.stringify(plainRecord(event))}\n`).join("");
}

uuids("equal records are two events; a second input that overlaps in another order adds nothing twice", async () => {
  const options = { from: "auto", map: "event=event,distinct_id=user,timestamp=at" } as const;
  await using hoglet = await createHoglet();
  assert.is((await hoglet.import(plainText(["a", "a", "b"]), options)).events, 2 + 1);
  const again = await hoglet.import(plainText(["b", "c", "a"]), options);
  assert.equal([again.events, again.known], [1, 2]);
  const turned = `${JSON.stringify({ at: "2024-03-04T10:00:00Z", user: "u", event: "b" })}\n`;
  assert.is((await hoglet.import(turned, options)).events, 0);
});

uuids("Mixpanel's $insert_id gives the uuid that PostHog's importer gives", async () => {
  const { events } = await take([
    { event: "e", properties: { time: 1709546400, distinct_id: "u", $insert_id: "unique_insert_id_123" } },
  ]);
  assert.is(events[0]?.["uuid"], "65fdb562-3dcd-5dc3-bc74-78ee4b077e17");
});

const insertedRow = (distinct_id: string) => ({
  event: "e",
  properties: { time: 1709546400, distinct_id, $insert_id: "7" },
});

uuids("records that contradict each other under one id are counted", async () => {
  const { counts } = await take([insertedRow("u-1"), insertedRow("u-2"), insertedRow("u-1")]);
  assert.equal([counts.events, counts.duplicates, counts.contradicting], [1, 2, 1]);
});

const stopAtHalf = ({ phase, done }: { phase: string; done: number }) => {
  if (phase === "storing" && done >= 500) throw new Error("broken off");
};

uuids("broken off while it stores, the same import goes on to the same result", async () => {
  const rows = Array.from({ length: 1500 }, (_, n) => ({
    event: "e",
    properties: {
      time: 1_709_546_400 + n,
      distinct_id: `u-${n % 90}`,
      $user_id: `u-${n % 90}`,
      $device_id: `d-${n % 80}`,
      n,
    },
  }));
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  await using hoglet = await createHoglet();
  await hoglet.import(text, { from: "auto", onStep: stopAtHalf }).then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, "broken off"),
  );
  const stored = (await linesOf(hoglet, "event")).length;
  assert.ok(stored > 0 && stored < rows.length);
  const counts = await hoglet.import(text, { from: "auto" });
  assert.is(counts.events + (counts.known ?? 0), rows.length);
  const whole = await take(text);
  assert.equal(await linesOf(hoglet, "event"), whole.events);
  assert.equal(await linesOf(hoglet, "person"), whole.persons);
});

uuids("hoglet's own lines say when all are read, and are stored at once after that", async () => {
  const event = { kind: "event", event: "e", distinct_id: "u", timestamp: "2024-03-01T00:00:00Z" };
  await using hoglet = await createHoglet();
  const steps: string[] = [];
  const onStep = ({ phase, done, total }: Step) => void steps.push(`${phase} ${done} of ${total}`);
  await hoglet.import(`${JSON.stringify(event)}\n`.repeat(3), { from: "hoglet", onStep });
  assert.is(steps.at(-1), "storing 0 of 3");
  assert.is(steps.filter((step) => step.startsWith("storing")).length, 1);
});

uuids.run();

const tables = suite("tables without a source");

tables("columns are found by their names, in any letter case", async () => {
  const { events, counts } = await take("Event Name;User-ID;OCCURRED_AT;Plan\nbought;7;1709546400;007\n");
  assert.equal(
    events.map(({ event, distinct_id, timestamp, properties }) => ({ event, distinct_id, timestamp, properties })),
    [{ event: "bought", distinct_id: "7", timestamp: "2024-03-04T10:00:00Z", properties: { Plan: "007" } }],
  );
  assert.is(counts.from, "csv");
});

const timeOf = async (cell: string, map: string, options: Partial<ImportOptions> = {}) =>
  (await take(`ts,user\n"${cell}",u\n`, { map: `event='seen',distinct_id=user,timestamp=${map}`, ...options }))
    .events[0]?.["timestamp"];

tables("units and formats of times, zones, texts for all rows", async () => {
  assert.is(await timeOf("1709546400123", "ts:unix_ms"), "2024-03-04T10:00:00.123Z");
  assert.is(await timeOf("1709546400", "ts"), "2024-03-04T10:00:00Z");
  assert.is(await timeOf("1709546400123456", "ts"), "2024-03-04T10:00:00.123Z");
  assert.is(
    await timeOf("04.03.2024 11:00", "ts:dd.MM.yyyy HH:mm", { timezone: "Europe/Berlin" }),
    "2024-03-04T10:00:00Z",
  );
  assert.is(await timeOf("2024-07-04 12:00", "ts", { timezone: "Europe/Berlin" }), "2024-07-04T10:00:00Z");
  assert.is(await timeOf("45355.5", "ts:excel"), "2024-03-04T12:00:00Z");
  assert.is(await timeOf("2024-03-04 10:00:00.5 UTC", "ts"), "2024-03-04T10:00:00.500Z");
  assert.is(await timeOf("2024-03-04 10:00:00+02", "ts"), "2024-03-04T08:00:00Z");
});

tables("a day that could be two, a wrong unit and an empty cell are refused with their line", async () => {
  const options = { map: "event='seen',distinct_id=user,timestamp=ts" };
  assert.match(await refuse("ts,user\n2024-01-01,u\n3/4/2024,u\n", options), /^Line 3: .*no time that can be read/);
  assert.match(
    await refuse("ts,user\n1709546400,u\n", { map: `${options.map}:unixms` }),
    'Line 2: "1709546400" is no time of the format "unixms"',
  );
  assert.match(await refuse("ts,user\n17095464,u\n", { map: `${options.map}:unix_s` }), "before 2000");
  assert.match(await refuse("ts,user\n2024-01-01,\n", options), /Line 2: distinct_id: the column user is empty/);
  assert.match(await refuse("ts,user\n2024-01-01,u,x\n", options), "3 cells; the header has 2");
});

tables("a mapping names columns that are not there, or fields that are none", async () => {
  assert.match(
    await refuse("a,b\n1,2\n", { map: "event=x,distinct_id=a,timestamp=b" }),
    'no column "x". The table\'s columns: a, b.',
  );
  assert.match(
    await refuse("action,b\n1,2\n", { map: "event=acton,distinct_id=b,timestamp=b" }),
    'no column "acton". Did you mean "action"?',
  );
  assert.match(
    await refuse("a,b\n1,2\n", { map: "evnt=a" }),
    '"evnt" is no field. Did you mean "event"? The fields are event, distinct_id,',
  );
  assert.match(
    await refuse("a,b\n1,2\n", { from: "csvv" as "csv" }),
    '"csvv" is no source. Did you mean "csv"? The sources are posthog,',
  );
  assert.match(await refuse("a,b\n1,2\n", { map: "event" }), 'has no "="');
});

tables("an export that is read as another is named", async () => {
  const posthog = {
    uuid: "0190a111-0000-7000-8000-000000000001",
    event: "e",
    distinct_id: "a",
    timestamp: "2024-01-01",
    properties: {},
    person_id: "p",
  };
  assert.match(await refuse([posthog], { from: "amplitude" }), "--from posthog");
  const mixed = [posthog, { kind: "event", event: "e", distinct_id: "a", timestamp: "2024-01-01T00:00:00Z" }];
  assert.is((await take(mixed.slice(0, 1))).counts.from, "posthog");
});

tables.run();
