import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { compacted, countTexts } from "../support/compact.ts";
import { rounds, size } from "../support/rounds.ts";

const NOW = "2024-03-12T12:00:00Z";
const ROUNDS = rounds(1, 2);
const EVENTS = size(40, 240);
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** An event of any kind: with elements, large, without texts, of a person, of nobody. */
function randomEvent(random: Random, n: number) {
  const properties: Record<string, unknown> = {
    plan: random.pick(["free", "pro", "größer", '🦔 \u0000 "quoted"']),
    n,
    $session_id: `s${random.integer(0, 30)}`,
    ...(random.chance(0.2) && { $set: { team: random.pick(["a", "b"]) } }),
    ...(random.chance(0.2) && { $group_0: `c${random.integer(0, 4)}` }),
    ...(random.chance(0.1) && { $process_person_profile: false }),
    ...(random.chance(0.05) && { note: "long ".repeat(random.integer(1, 2000)) }),
    ...(random.chance(0.2) && { $elements: [{ tag_name: "a", $el_text: `link ${n % 7}`, attr__href: "/x" }] }),
    ...(random.chance(0.1) && { $elements_chain: `a.x:text="chain ${n % 5}"nth-child="1"nth-of-type="1"` }),
  };
  const at = Date.parse(NOW) - random.integer(1, 9 * 86_400) * 1000;
  return {
    event: random.pick(["seen", "bought", "$autocapture", "$pageview"]),
    distinct_id: `u${random.integer(0, 40)}`,
    timestamp: new Date(at).toISOString(),
    uuid: uuid(n),
    properties,
  };
}

/** A database with two projects of random events. */
async function makeContents(random: Random): Promise<Uint8Array> {
  const hoglet = await createHoglet({ now: NOW, deletionCron: "" });
  const { id } = await hoglet.projects.create({ name: "second" });
  for (let n = 0; n < EVENTS; n += 20) {
    const events = Array.from({ length: 20 }, (_, index) => randomEvent(random, n + index));
    await hoglet.capture(events, random.chance(0.3) ? { project: id } : {});
    if (random.chance(0.3)) {
      const properties = { $anon_distinct_id: `u${random.integer(0, 40)}` };
      await hoglet.capture({
        event: "$identify",
        distinct_id: `u${random.integer(0, 40)}`,
        uuid: uuid(9000 + n),
        properties,
      });
    }
  }
  const contents = await hoglet.serialize();
  await hoglet.close();
  return contents;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** All that reads the log, of each project. */
const READERS: Record<string, (hoglet: Hoglet, project: number) => Promise<unknown>> = {
  list: ({ events }, project) => events.list({ project, limit: 1000 }),
  page: ({ events }, project) => events.list({ project, limit: 7, offset: 30, after: "2024-03-05T00:00:00Z" }),
  "by name": ({ events }, project) => events.list({ project, event: "bought", limit: 1000 }),
  "by distinct id": ({ events }, project) => events.list({ project, distinct_id: "u7", limit: 1000 }),
  "by property": ({ events }, project) =>
    events.list({ project, limit: 1000, properties: [{ key: "plan", value: "größer" }] }),
  "by person": ({ events }, project) =>
    events.list({ project, limit: 1000, properties: [{ key: "team", value: "a", type: "person" }] }),
  "one by one": async ({ events }, project) => {
    const { results } = await events.list({ project, limit: 1000 });
    return Promise.all(results.map((event) => events.get(event.uuid, { project })));
  },
  after: ({ events }, project) => events.after({ project, seq: 60, limit: 50, limit_bytes: 5000 }),
  "all after": ({ events }, project) => events.after({ project, seq: 0, limit: 10_000, limit_bytes: 2 ** 30 }),
  measure: ({ events }, project) => events.measure({ project, seq: 10, until_seq: 200 }),
  export: (hoglet, project) => collect(hoglet.export({ project })),
  sql: (hoglet, project) =>
    hoglet
      .query("SELECT uuid, event, properties, elements_chain, properties.plan, $session_id FROM events ORDER BY uuid", {
        project,
        limit: 1000,
      })
      .then(({ results }) => results),
  "sql of sessions": (hoglet, project) =>
    hoglet.query("SELECT * FROM sessions ORDER BY session_id", { project, limit: 1000 }).then(({ results }) => results),
  trend: async ({ insights }, project) =>
    (await insights.trend({ project, events: [{ id: "seen" }], breakdown: "plan", date_from: "-12d" })).result,
  "wide trend": async ({ insights }, project) =>
    (await insights.trend({ project, events: [{ id: "$autocapture" }], breakdown: "n", date_from: "-12d" })).result,
  funnel: async ({ insights }, project) =>
    (
      await insights.funnel({
        project,
        events: [{ id: "seen" }, { id: "bought" }],
        breakdown: "plan",
        date_from: "-12d",
      })
    ).result,
  paths: async ({ insights }, project) => (await insights.paths({ project, date_from: "-12d" })).result,
  timelines: async ({ persons }, project) => {
    const { results } = await persons.list({ project, limit: 5 });
    return Promise.all(
      results.map(({ id }) => persons.propertiesTimeline(id, { project, date_from: "-12d", breakdown: "team" })),
    );
  },
};

async function readAll(hoglet: Hoglet): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(READERS)) {
    for (const { id } of (await hoglet.projects.list()).results) {
      answers[`${name}, project ${id}`] = JSON.parse(JSON.stringify(await read(hoglet, id)));
    }
  }
  return answers;
}

function requireEqual(found: Record<string, unknown>, wanted: Record<string, unknown>): void {
  for (const [name, answer] of Object.entries(wanted)) assert.equal(found[name], answer, name);
}

async function textsOf(hoglet: Hoglet) {
  const db = openDatabase({ file: undefined, contents: await hoglet.serialize(), durability: "normal" });
  const texts = countTexts(db);
  db.close();
  return texts;
}

const flow = suite("a log with its texts in chunks");

for (let seed = 1; seed <= ROUNDS; seed++) {
  flow(`is read, deleted from and added to as one in rows (seed ${seed})`, async () => {
    const random = createRandom(seed);
    const contents = await makeContents(random);
    const sizes = { chunkBytes: random.pick([1, 500, 20_000]), stepBytes: random.pick([1, 5000]) };
    await using rows = await createHoglet({ now: NOW, deletionCron: "", contents });
    await using chunks = await createHoglet({ now: NOW, deletionCron: "", contents: compacted(contents, sizes) });
    assert.is((await textsOf(chunks)).inRows, 0);
    const before = await readAll(rows);
    requireEqual(await readAll(chunks), before);

    const gone = [1, 2, 3].map(() => `u${random.integer(0, 40)}`);
    const [one] = (await rows.events.list()).results;
    const [wanted, found] = await Promise.all(
      [rows, chunks].map(async (hoglet) => {
        // Stored already, in a chunk.
        await hoglet.capture(randomEvent(createRandom(seed), 30));
        await hoglet.capture(randomEvent(createRandom(seed), 5000));
        await hoglet.persons.bulkDelete({ distinct_ids: gone, delete_events: true });
        await hoglet.deletions.request({ kind: "event", key: one?.uuid ?? "" });
        const receipts = await hoglet.deletions.runNow();
        return receipts.map(({ receipt }) => receipt);
      }),
    );
    assert.equal(found, wanted);
    requireEqual(await readAll(chunks), await readAll(rows));

    await Promise.all([rows, chunks].map((hoglet) => hoglet.projects.delete(2)));
    requireEqual(await readAll(chunks), await readAll(rows));
    const again = compacted(await chunks.serialize(), sizes);
    await using twice = await createHoglet({ now: NOW, deletionCron: "", contents: again });
    assert.is((await textsOf(twice)).inRows, 0);
    requireEqual(await readAll(twice), await readAll(rows));
  });
}

flow.run();
