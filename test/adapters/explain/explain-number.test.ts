import { suite } from "uvu";
import * as assert from "uvu/assert";
import { explainNumber } from "../../../adapters/explain/index.ts";
import type { ExplainApi, NumberExplanation } from "../../../adapters/explain/index.ts";
import { createHoglet } from "../../../lib/index.ts";
import type { Hoglet } from "../../../lib/index.ts";

const numbers = suite("explainNumber");

let hoglet: Hoglet;
let api: ExplainApi;
function event(name: string, who: string, timestamp: string, plan = "free") {
  return { event: name, distinct_id: who, timestamp, properties: { plan } };
}

numbers.before(async () => {
  hoglet = await createHoglet({ now: "2024-05-10T12:00:00Z", personalApiKey: "phx_owner" });
  const ask = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const reply = await hoglet.fetch(
      new Request(`http://hoglet/api/projects/1${path}`, {
        method,
        headers: { authorization: "Bearer phx_owner", "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const answer = (await reply.json()) as Answer;
    if (!reply.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };
  api = {
    get: (path, query = {}) => {
      const fields = Object.entries(query).map(([key, value]) => [
        key,
        typeof value === "string" ? value : JSON.stringify(value),
      ]);
      return ask("GET", `${path}?${new URLSearchParams(fields).toString()}`);
    },
    post: (path, body) => ask("POST", path, body),
  };
  await hoglet.capture([
    event("paid", "ann", "2024-05-08T10:00:00Z", "pro"),
    event("paid", "ann", "2024-05-08T11:00:00Z"),
    event("paid", "ann", "2024-05-09T00:00:00Z", "pro"),
    event("paid", "bob", "2024-03-01T10:00:00Z", "pro"),
    event("paid", "cyd", "2024-05-08T10:00:00Z"),
    event("seen", "dan", "2024-05-08T10:00:00Z"),
    event("paid", "eli", "2024-01-31T23:00:00Z"),
    event("paid", "eli", "2024-02-01T00:00:00Z"),
    event("paid", "eli", "2024-03-01T00:00:00Z"),
    event("paid", "eli", "2024-03-31T23:00:00Z"),
  ]);
});
numbers.after(() => hoglet.close());

const PAID = { events: [{ id: "paid" }], date_from: "-7d", properties: [{ key: "plan", value: "pro" }] };
const told = ({ parts }: NumberExplanation) =>
  parts.map(({ name, count, reason, because_of: because }) => [name, count, reason, because?.timestamp ?? null]);

/** The question of a link to the persons behind a point. */
function filterOf(link: unknown): Record<string, unknown> {
  return (link as { filter: Record<string, unknown> }).filter;
}

numbers("a trend has the rule, the events that count, the dates and its SQL", async () => {
  const ann = await explainNumber(api, { insight: "TRENDS", ...PAID }, { distinct_id: "ann" });
  assert.is(ann.rule, "Each event counts.");
  assert.equal(told(ann), [["paid", 2, null, null]]);
  assert.equal(
    ann.parts[0]?.events.map(({ timestamp }) => timestamp.slice(0, 19)),
    ["2024-05-09T00:00:00", "2024-05-08T10:00:00"],
  );
  assert.match(ann.hogql ?? "", /paid/);
  assert.is(ann.range?.from.slice(0, 10), "2024-05-03");
});

/** The reason, and the day of the event that does not count for it. */
async function why(who: string): Promise<unknown[]> {
  const [part] = (await explainNumber(api, { insight: "TRENDS", ...PAID }, { distinct_id: who })).parts;
  return [part?.reason, part?.because_of?.timestamp.slice(0, 10)];
}

numbers("says why somebody is not in a number", async () => {
  assert.equal(await why("bob"), ["out_of_range", "2024-03-01"]);
  assert.equal(await why("cyd"), ["filtered_out", "2024-05-08"]);
  assert.equal(await why("dan"), ["no_such_event", undefined]);
  try {
    await explainNumber(api, { insight: "TRENDS", ...PAID }, { distinct_id: "nobody" });
    assert.unreachable();
  } catch (error) {
    assert.match((error as Error).message, "nobody has the distinct id 'nobody'");
  }
});

numbers("the link of a point explains that point: its day and its value of the breakdown", async () => {
  const { result } = await hoglet.insights.trend({ events: [{ id: "paid" }], date_from: "-7d", breakdown: "plan" });
  const line = result.find(({ label }) => label.includes("pro"));
  const place = line?.days.indexOf("2024-05-08") ?? -1;
  const filter = filterOf(line?.persons_urls?.[place]);
  const ann = await explainNumber(api, filter, { distinct_id: "ann" });
  assert.equal(told(ann), [["paid", 1, null, null]], "midnight belongs to the next day, and free to another line");
  assert.equal(told(await explainNumber(api, filter, { distinct_id: "cyd" })).at(0)?.[2], "filtered_out");
});

numbers("a lifecycle tells the interval and the one before", async () => {
  const { result } = await hoglet.insights.lifecycle({ events: [{ id: "paid" }], date_from: "-7d" });
  const place = result[0]?.days.indexOf("2024-05-09") ?? -1;
  const filter = filterOf(result[0]?.persons_urls?.[place]);
  const ann = await explainNumber(api, filter, { distinct_id: "ann" });
  assert.equal(
    ann.parts.map(({ name, count }) => [name, count]),
    [
      ["paid", 1],
      ["paid, the interval before", 2],
    ],
  );
});

numbers("a month of a lifecycle is compared with the whole month before, and no more", async () => {
  const { result } = await hoglet.insights.lifecycle({ events: [{ id: "paid" }], date_from: "-3m", interval: "month" });
  const before = async (month: string) => {
    const filter = filterOf(result[0]?.persons_urls?.[result[0]?.days.indexOf(month) ?? -1]);
    return (await explainNumber(api, filter, { distinct_id: "eli" })).parts.at(-1)?.count;
  };
  assert.equal([await before("2024-03-01"), await before("2024-04-01"), await before("2024-05-01")], [1, 2, 0]);
});

/** The parts of a question for one person, with their counts. */
async function names(question: Record<string, unknown>): Promise<unknown[]> {
  const { parts, rule } = await explainNumber(api, question, { distinct_id: "ann" });
  assert.ok(rule.length > 20);
  return parts.map(({ name, count }) => [name, count]);
}

numbers("retention, stickiness, paths and funnels have their parts", async () => {
  const retention = { insight: "RETENTION", target_entity: { id: "paid" }, returning_entity: { id: "seen" } };
  assert.equal(await names(retention), [
    ["paid", 3],
    ["seen", 0],
  ]);
  assert.equal(await names({ insight: "STICKINESS", ...PAID }), [["paid", 2]]);
  assert.equal(await names({ insight: "PATHS", include_event_types: ["custom_event"], date_from: "-7d" }), [
    ["custom events", 3],
  ]);
  const steps = [{ id: "paid" }, { id: "paid", order: 1 }, { id: "seen", order: 2 }];
  assert.equal(await names({ insight: "FUNNELS", events: steps, date_from: "-7d" }), [
    ["paid", 1],
    ["paid", 1],
    ["seen", 0],
  ]);
});

numbers("an action is explained by the events of its steps", async () => {
  const { id } = await hoglet.actions.create({
    name: "Spent",
    steps: [{ event: "paid", properties: [{ key: "plan", value: "free" }] }],
  });
  const question = { insight: "TRENDS", actions: [{ id, name: "Spent" }], date_from: "-7d" };
  assert.equal(told(await explainNumber(api, question, { distinct_id: "ann" })), [["Spent", 1, null, null]]);
});

numbers.run();
