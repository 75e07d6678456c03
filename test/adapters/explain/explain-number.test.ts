import { suite } from "uvu";
import * as assert from "uvu/assert";
import { explainNumber } from "../../../adapters/explain/index.ts";
import type { ExplainApi, NumberExplanation, NumberPoint } from "../../../adapters/explain/index.ts";
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
    { event: "paid", distinct_id: "fay", timestamp: "2024-05-08T12:00:00Z" },
    event("paid", "gus", "2024-05-08T12:00:00Z", "vip"),
    event("paid", "hal", "2024-05-08T12:00:00Z", "pro"),
    event("seen", "hal", "2024-05-09T12:00:00Z"),
    event("paid", "eli", "2024-01-31T23:00:00Z"),
    event("paid", "eli", "2024-02-01T00:00:00Z"),
    event("paid", "eli", "2024-03-01T00:00:00Z"),
    event("paid", "eli", "2024-03-31T23:00:00Z"),
  ]);
});
numbers.after(() => hoglet.close());

const PRO = [{ key: "plan", value: "pro", type: "event" }];
const PAID = {
  kind: "TrendsQuery",
  series: [{ kind: "EventsNode", event: "paid" }],
  dateRange: { date_from: "-7d" },
  properties: PRO,
};
const told = ({ parts }: NumberExplanation) =>
  parts.map(({ name, count, reason, because_of: because }) => [name, count, reason, because?.timestamp.slice(0, 10)]);

/** Is somebody in a number, and what do they have for it? */
async function explained(query: object, who: string, point: NumberPoint = {}): Promise<unknown[]> {
  const explanation = await explainNumber(api, query as Record<string, unknown>, { distinct_id: who }, point);
  assert.ok(explanation.rule.length > 10);
  return [explanation.is_counted, ...explanation.parts.map(({ name, count }) => [name, count])];
}

numbers("a trend has the rule, the events that count, and its SQL", async () => {
  const ann = await explainNumber(api, PAID, { distinct_id: "ann" });
  assert.is(ann.rule, "Each event counts.");
  assert.equal(told(ann), [["paid", 2, null, undefined]]);
  assert.equal(
    ann.parts[0]?.events.map(({ timestamp }) => timestamp.slice(0, 19)),
    ["2024-05-09T00:00:00", "2024-05-08T10:00:00"],
  );
  assert.match(ann.hogql ?? "", /paid/);
});

/** The reason, and the day of the event that does not count for it. */
async function why(who: string): Promise<unknown[]> {
  const [part] = (await explainNumber(api, PAID, { distinct_id: who })).parts;
  return [part?.reason, part?.because_of?.timestamp.slice(0, 10)];
}

numbers("says why somebody is not in a number", async () => {
  assert.equal(await why("bob"), ["out_of_range", "2024-03-01"]);
  assert.equal(await why("cyd"), ["filtered_out", "2024-05-08"]);
  assert.equal(await why("dan"), ["no_such_event", undefined]);
  try {
    await explainNumber(api, PAID, { distinct_id: "nobody" });
    assert.unreachable();
  } catch (error) {
    assert.match((error as Error).message, "nobody has the distinct id 'nobody'");
  }
});

function at(breakdown: string, day = "2024-05-08"): NumberPoint {
  return { day, breakdown };
}

numbers("a point has its day and its value of the breakdown; None and Other are lines of their own", async () => {
  const query = {
    ...PAID,
    properties: [],
    breakdownFilter: { breakdown: "plan", breakdown_type: "event", breakdown_limit: 1 },
  };
  assert.equal(await explained(query, "ann", at("free")), [true, ["paid", 1]]);
  assert.equal(
    await explained(query, "ann", at("pro", "2024-05-09")),
    [true, ["paid", 1]],
    "midnight belongs to its day",
  );
  assert.equal(await explained(query, "cyd", at("pro")), [false, ["paid", 0]]);
  const other = "$$_posthog_breakdown_other_$$";
  const none = "$$_posthog_breakdown_null_$$";
  assert.equal(await explained(query, "fay", at(none)), [true, ["paid", 1]]);
  assert.equal(await explained(query, "ann", at(none)), [false, ["paid", 0]]);
  // Only pro has a line of its own.
  assert.equal(await explained(query, "gus", at(other)), [true, ["paid", 1]]);
  assert.equal(await explained(query, "ann", at(other)), [true, ["paid", 1]], "the free one");
  assert.equal(await explained(query, "hal", at(other)), [false, ["paid", 0]]);
});

numbers("a lifecycle tells the interval and the one before, a month the whole month before", async () => {
  const days = { ...PAID, kind: "LifecycleQuery", properties: [] };
  const before = "paid, the interval before";
  const day = { day: "2024-05-09", status: "returning" };
  assert.equal(await explained(days, "ann", day), [true, ["paid", 1], [before, 2]]);
  const months = { ...days, interval: "month", dateRange: { date_from: "-3m" } };
  const last = async (month: string) =>
    (await explained(months, "eli", { day: month, status: "new" })).at(-1) as unknown[];
  assert.equal(
    [await last("2024-03-01"), await last("2024-04-01"), await last("2024-05-01")],
    [
      [before, 1],
      [before, 2],
      [before, 0],
    ],
  );
});

numbers("a cell of a retention has the period of its row and its own", async () => {
  const query = {
    kind: "RetentionQuery",
    retentionFilter: { targetEntity: { id: "paid" }, returningEntity: { id: "seen" }, totalIntervals: 7 },
  };
  // Rows are 4 to 10 May.
  assert.equal(await explained(query, "ann", { interval: 4, cell: 0 }), [true, ["paid", 2], ["seen", 0]]);
  assert.equal(await explained(query, "ann", { interval: 4, cell: 1 }), [false, ["paid", 2], ["seen", 0]]);
  assert.equal(await explained(query, "hal", { interval: 4, cell: 1 }), [true, ["paid", 1], ["seen", 1]]);
  assert.equal(await explained(query, "hal", { interval: 4, cell: 2 }), [false, ["paid", 1], ["seen", 0]]);
  assert.equal(await explained(query, "hal"), [null, ["paid", 1], ["seen", 1]]);
});

numbers("a stickiness tells in how many intervals, and whether that is the number", async () => {
  const query = { ...PAID, kind: "StickinessQuery", properties: [] };
  assert.equal(await explained(query, "ann", { day: 2 }), [true, ["paid, in 2 days", 3]]);
  assert.equal(await explained(query, "ann", { day: 3 }), [false, ["paid, in 2 days", 3]]);
});

numbers("paths and funnels have their parts", async () => {
  const paths = {
    kind: "PathsQuery",
    pathsFilter: { includeEventTypes: ["custom_event"] },
    dateRange: { date_from: "-7d" },
  };
  assert.equal(await explained(paths, "ann"), [null, ["custom events", 3]]);
  const series = ["paid", "paid", "seen"].map((name) => ({ kind: "EventsNode", event: name }));
  const funnel = { kind: "FunnelsQuery", series, dateRange: { date_from: "-7d" } };
  assert.equal(await explained(funnel, "ann"), [null, ["paid", 1], ["paid", 1], ["seen", 0]]);
});

numbers("an action is explained by the events of its steps", async () => {
  const { id } = await hoglet.actions.create({
    name: "Spent",
    steps: [{ event: "paid", properties: [{ key: "plan", value: "free" }] }],
  });
  const question = { ...PAID, properties: [], series: [{ kind: "ActionsNode", id, name: "Spent" }] };
  assert.equal(told(await explainNumber(api, question, { distinct_id: "ann" })), [["Spent", 1, null, undefined]]);
});

/** The API, where so many `others` have a name like the one that is looked for. */
const crowded = (others: number): ExplainApi => ({
  get: api.get,
  post: async <Answer>(path: string, body: unknown) => {
    const { query } = body as { query: { kind: string } };
    if (query.kind !== "ActorsQuery") return api.post<Answer>(path, body);
    return { results: Array.from({ length: others }, (_, n) => [{ distinct_ids: [`ann${n}`] }]) } as Answer;
  },
});

numbers("nobody is called uncounted where too many have a name like theirs", async () => {
  const point = { day: "2024-05-10" };
  const counted = async (others: number) =>
    (await explainNumber(crowded(others), PAID, { distinct_id: "ann" }, point)).is_counted;
  assert.equal([await counted(999), await counted(1000)], [false, null]);
});

numbers.run();
