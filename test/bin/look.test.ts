import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { runHere } from "./run-here.ts";
import { whenAll } from "../support/rounds.ts";

const folder = tempFolder();
const file = folder.file("a.db");
const hoglet = await createHoglet({ file });
const at = (event: string, distinctId: string, time: string, properties: Record<string, unknown> = {}) => ({
  event,
  distinct_id: distinctId,
  timestamp: `2024-03-${time}Z`,
  properties,
});
await hoglet.capture([
  at("seen", "anon-1", "01T08:00:00", { plan: "free" }),
  at("$identify", "ada", "01T08:01:00", { $anon_distinct_id: "anon-1", $set: { email: "ada@example.org" } }),
  at("paid", "ada", "02T09:00:00", { plan: "pro", amount: 12, $set: { level: "gold" } }),
  at("paid", "bob", "03T09:00:00", { plan: "pro", amount: 3 }),
]);
await hoglet.capture(
  Array.from({ length: 1200 }, (_, index) =>
    at("ping", "bot", "04T00:00:00", { index, $process_person_profile: false }),
  ),
);
await hoglet.close();

const run = (args: string[], isTerminal = false) =>
  runHere(args, { isTerminal, env: { HOGLET_DB: file, COLUMNS: "100", NO_COLOR: "1" } });
const rows = async (...args: string[]) =>
  (await run(args)).stdout
    .trim()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const look = suite("hoglet events, persons, person and schema");

whenAll(look)("events: filtered, newest first, on as many pages as are needed", async () => {
  const paid = await rows("events", "--event", "paid");
  assert.equal(
    paid.map(({ distinct_id: id }) => id),
    ["bob", "ada"],
  );
  assert.is((await rows("events", "--where", "amount > 5")).length, 1);
  assert.is((await rows("events", "--distinct-id", "ada", "--after", "2024-03-02")).length, 1);
  const pings = await rows("events", "--event", "ping", "--limit", "1150");
  assert.is(new Set(pings.map(({ uuid }) => uuid)).size, 1150);
  assert.is((await rows("events", "--limit", "5000")).length, 1204);
  const { stdout } = await run(["events", "--event", "paid", "--limit", "1"], true);
  assert.match(
    stdout,
    /^1 of 2 events, newest first\n\ntime .*\n2024-03-03 09:00:00 {2}paid {3}bob .*plan=pro {2}amount=3\n\n--limit 2 shows all\.\n$/,
  );
  const { code, stderr } = await run(["events", "--event", "piad"]);
  assert.is(code, 1);
  assert.match(stderr, /^hoglet: No event is called 'piad'\./);
});

look("persons: searched, and by their properties", async () => {
  assert.is((await rows("persons")).length, 2);
  assert.equal(
    (await rows("persons", "ada@exam")).map(({ name }) => name),
    ["ada@example.org"],
  );
  assert.equal((await rows("persons", "--where", "level = gold")).length, 1);
  assert.match((await run(["persons", "nobody"], true)).stdout, /^No person matches\./);
});

look("person: ids, merges, and who set what", async () => {
  for (const id of ["ada", "anon-1", "ada@example.org"]) {
    const [person] = (await rows("person", id)) as [
      {
        distinct_ids: string[];
        merges: { joined: string }[];
        facts: { name: string; set_by: { event: string }[] }[];
        last_events: object[];
      },
    ];
    assert.equal(person.distinct_ids.toSorted(), ["ada", "anon-1"], id);
    assert.equal(
      person.merges.map(({ joined }) => joined),
      ["anon-1"],
    );
    assert.equal(
      person.facts
        .filter(({ name }) => !name.startsWith("$"))
        .map(({ name, set_by: [first] }) => [name, first?.event])
        .toSorted(),
      [
        ["email", "$identify"],
        ["level", "paid"],
      ],
    );
    assert.is(person.last_events.length, 3);
  }
  const { stdout } = await run(["person", "ada"], true);
  assert.match(stdout, /^ada@example\.org\n2 distinct ids, 1 merge, 3 properties, 3 events\n/);
  assert.match(stdout, /^1 Mar 2024 08:01 {2}\$identify {2}anon-1 joined ada$/m);
  assert.match(stdout, /^level +gold +set by paid, 2 Mar 2024 09:00$/m);
  assert.match(stdout, /^Sat 2 Mar 2024 \(UTC\)\n09:00:00 {2}paid +ada +plan=pro {2}amount=12/m);
});

look("person: says why there is none", async () => {
  for (const [id, sentence] of [
    ["nobody", /^hoglet: Nobody has the distinct id 'nobody'/],
    ["bot", /^hoglet: 'bot' has 1,200 events and no person: /],
  ] as const) {
    const { code, stderr } = await run(["person", id]);
    assert.is(code, 1);
    assert.match(stderr, sentence);
  }
});

look("schema: events with counts, properties with types and examples", async () => {
  const all = await rows("schema");
  const counts = all.filter(({ kind }) => kind === "event").map(({ name, count }) => [name, count]);
  assert.equal(counts, [
    ["ping", 1200],
    ["paid", 2],
    ["$identify", 1],
    ["seen", 1],
  ]);
  const own = await rows("schema", "paid");
  assert.equal(
    own.filter(({ kind }) => kind === "property").map(({ name, type, examples }) => [name, type, examples]),
    [
      ["amount", "Numeric", ["12", "3"]],
      ["plan", "String", ["pro"]],
    ],
  );
  assert.equal(
    (await rows("schema", "--search", "emai")).map(({ of, name }) => [of, name]),
    [["person", "email"]],
  );
  assert.match((await run(["schema", "sen"])).stderr, /Did you mean 'seen'\?/);
});

look.run();
