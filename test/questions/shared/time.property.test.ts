import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import type { Random } from "../../../fixtures/random.ts";
import { createHoglet } from "../../../lib/index.ts";
import { seeds } from "../../support/rounds.ts";
import { toLines } from "../given-case.ts";
import { modelLifecycle, modelRetention, modelStickiness, modelTrend } from "./time-model.ts";
import type { Maths, ModelEvent, Unit } from "./time-model.ts";

const PERSONS = { ada: ["a", "a2"], bob: ["b"], cleo: ["c", "c2"], dan: ["d"] };
const IDS = Object.entries(PERSONS).flatMap(([person, ids]) => ids.map((id) => ({ id, person })));
/** After the clocks of Berlin, New York and Lord Howe (by half an hour there) were put back. */
const NOW = "2024-11-12T09:30:00Z";
const NOW_MS = Date.parse(NOW);
const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"];
const UNITS: Unit[] = ["day", "week", "month"];
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function randomEvents(random: Random): (ModelEvent & { id: string })[] {
  const days = random.pick([4, 12, 45]);
  return Array.from({ length: random.integer(10, 60) }, () => {
    const { id, person } = random.chance(0.1) ? { id: "nobody", person: null } : random.pick(IDS);
    const ms = NOW_MS - random.integer(0, days * 24) * HOUR + random.pick([0, 0, 500, HOUR / 2]);
    const [k, group] = [random.pick(["", "A", "B", "10", "9"]), random.pick(["", "g1", "g2"])];
    return { id, person, ms, k, group, event: random.pick(["paid", "viewed"]), n: random.integer(-3, 9) };
  }).toSorted((a, b) => a.ms - b.ms);
}

interface Series {
  status: "new" | "returning" | "resurrecting" | "dormant";
  breakdown_value?: string;
  data: number[];
  values: { count: number }[];
}

const over = suite("questions over time");

over("are answered as a model answers them that was written from the reference alone", async () => {
  const played = seeds(4, 12);
  let shown = 0;
  for (const seed of played) {
    const random = createRandom(seed);
    const zone = random.pick(ZONES);
    const events = randomEvents(random);
    const created = Object.fromEntries(
      Object.keys(PERSONS).map((name) => [name, NOW_MS - random.integer(0, 45 * 24) * HOUR]),
    );
    await using hoglet = await createHoglet({ now: NOW });
    const lines = toLines({
      now: NOW,
      team: { timezone: zone },
      persons: Object.entries(PERSONS).map(([name, distinct_ids]) => ({
        distinct_ids,
        created_at: new Date(created[name] ?? 0).toISOString(),
      })),
      events: events.map(({ id, event, ms, k, n, group }) => ({
        event,
        distinct_id: id,
        timestamp: new Date(ms).toISOString(),
        properties: { n, $group_0: group, ...(k !== "" && { k }) },
      })),
    });
    await hoglet.import(lines, { persons: "given" });
    const headers = { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" };
    const ask = async (path: string, body: object) => {
      const url = `http://hoglet.test/api/projects/${hoglet.project.id}/insights/${path}/`;
      const response = await hoglet.fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
      return ((await response.json()) as { result: Series[] }).result;
    };
    const paid = events.filter(({ event }) => event === "paid");
    for (const unit of UNITS) {
      const dates = { zone, unit, from: dayOf(NOW_MS - random.integer(1, 40) * DAY), to: dayOf(NOW_MS) };
      const range = { date_from: dates.from, date_to: dates.to, interval: unit };
      const story = `seed ${seed}, ${JSON.stringify(dates)}`;

      const maths = random.pick<Maths>(["total", "dau", "unique_group", "sum", "median"]);
      const limit = random.pick([null, 2, 25]);
      const entity = { id: "paid", math: maths, math_property: "n", math_group_type_index: 0 };
      const trend = await ask("trend", {
        ...range,
        events: [entity],
        ...(limit !== null && { breakdown: "k", breakdown_limit: limit }),
      });
      assert.equal(
        trend.map((one) => [one.breakdown_value ?? "", one.data]),
        modelTrend(paid, dates, { maths, limit }),
        `${story}, ${maths}, ${limit}`,
      );

      const lifecycle = await ask("trend", { ...range, events: [{ id: "paid" }], shown_as: "Lifecycle" });
      assert.equal(
        Object.fromEntries(lifecycle.map(({ status, data }) => [status, data])),
        modelLifecycle(paid, dates, created),
        story,
      );

      const [stickiness] = await ask("trend", { ...range, events: [{ id: "paid" }], shown_as: "Stickiness" });
      assert.equal(stickiness?.data, modelStickiness(paid, dates), story);

      const retention = {
        zone,
        unit,
        to: dayOf(NOW_MS - random.integer(0, 3) * DAY),
        count: random.integer(1, 8),
        isFirstTime: random.chance(0.4),
        target: random.pick(["paid", "viewed"]),
        returning: random.pick(["paid", "viewed"]),
      };
      const rows = await ask("retention", {
        period: unit,
        date_to: retention.to,
        total_intervals: retention.count,
        retention_type: retention.isFirstTime ? "retention_first_time" : "retention_recurring",
        target_entity: { id: retention.target },
        returning_entity: { id: retention.returning },
      });
      assert.equal(
        rows.map(({ values }) => values.map(({ count }) => count)),
        modelRetention(events, retention),
        `${story}, ${JSON.stringify(retention)}`,
      );
      shown += trend.length + rows.length;
    }
  }
  assert.ok(shown > 4 * played.length, `${shown} lines and rows`);
});

over.run();
