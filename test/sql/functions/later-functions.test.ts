import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { openDirectly, valueOf } from "../ask-directly.ts";

// Expected values: by hand, from ClickHouse's documentation, and the published digests of RFC 1321 and FIPS 180.

const functions = suite("functions of digests, distances and numbers for people");

const VALUES: [expression: string, value: unknown][] = [
  ["lower(hex(MD5('abc')))", "900150983cd24fb0d6963f7d28e17f72"],
  ["lower(hex(SHA1('abc')))", "a9993e364706816aba3e25717850c26c9cd0d89d"],
  ["hex(SHA256('abc'))", "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"],
  ["levenshteinDistance('kitten', 'sitting')", 3],
  ["editDistance('', 'abc')", 3],
  ["formatReadableSize(1536)", "1.50 KiB"],
  ["formatReadableSize(192851925)", "183.92 MiB"],
  ["formatReadableQuantity(1024)", "1.02 thousand"],
  ["formatReadableQuantity(1234 * 1000)", "1.23 million"],
  ["formatReadableQuantity(12)", "12.00"],
  ["MD5(NULL) IS NULL", 1],
];

functions("give the known values", async () => {
  const ask = await openDirectly();
  for (const [expression, value] of VALUES) assert.equal(valueOf(ask, expression), value, expression);
});

functions.run();

const at = (distinct_id: string, event: string, minute: number) => ({
  event,
  distinct_id,
  timestamp: `2024-06-10T10:${String(minute).padStart(2, "0")}:00Z`,
});

const funnel = suite("windowFunnel");

funnel("counts the steps that were taken in order within the window after the first", async () => {
  await using hoglet = await createHoglet({ now: "2024-06-10T12:00:00Z" });
  await hoglet.capture([
    at("whole", "a", 0),
    at("whole", "x", 1),
    at("whole", "b", 10),
    at("whole", "c", 20),
    // The second comes too late for the first, in time for the second first.
    at("again", "a", 0),
    at("again", "b", 25),
    at("again", "a", 30),
    at("again", "b", 40),
    at("backwards", "b", 0),
    at("backwards", "a", 5),
    at("none", "c", 0),
  ]);
  const steps = "event = 'a', event = 'b', event = 'c'";
  const levels = async (time: string, window: number) =>
    (
      await hoglet.query(
        `select distinct_id, windowFunnel(${window})(${time}, ${steps}) from events group by distinct_id order by distinct_id`,
      )
    ).results.map(([, level]) => level);
  // 20 minutes.
  for (const [time, window] of [
    ["timestamp", 1200],
    ["toUnixTimestamp(timestamp)", 1200],
    ["toUnixTimestamp64Milli(timestamp)", 1_200_000],
  ] as const) {
    assert.equal(await levels(time, window), [2, 1, 0, 3], time);
  }
  assert.equal(await levels("timestamp", 599), [1, 1, 0, 1]);
  assert.equal(await levels("timestamp", 3600), [2, 1, 0, 3]);
  const failure = async (call: string) =>
    hoglet.query(`select ${call} from events`).then(
      () => "",
      ({ detail }: { detail: string }) => detail,
    );
  assert.match(await failure("windowFunnel(timestamp, event = 'a')"), /requires a window/);
  assert.match(await failure("windowFunnel(10)(timestamp)"), /1 to 32 conditions/);
});

funnel("members of pdi are those of the event", async () => {
  await using hoglet = await createHoglet();
  await hoglet.capture({ event: "a", distinct_id: "u", properties: { $set: { email: "u@x.org" } } });
  const sql = "select pdi.distinct_id, pdi.person_id = person_id, pdi.person.properties.email from events";
  assert.equal((await hoglet.query(sql)).results, [["u", 1, "u@x.org"]]);
});

funnel.run();
