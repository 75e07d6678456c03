import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import type { Hoglet } from "../../../lib/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const expressions = suite("expressions of HogQL in questions");

const day = (date: number, hour = 12) => `2025-06-${date}T${hour}:00:00Z`;
const EVENTS = [
  {
    event: "s",
    distinct_id: "u1",
    timestamp: day(10),
    properties: { plan: "pro", n: 1, $set: { age: 30 }, $group_0: "acme" },
  },
  { event: "s", distinct_id: "u2", timestamp: day(10, 13), properties: { n: 2, $set: { age: 17 } } },
  {
    event: "s",
    distinct_id: "u3",
    timestamp: day(11),
    properties: { plan: "pro", n: "x", url: "https://a.example.co.uk/x" },
  },
  { event: "s", distinct_id: "u4", timestamp: day(10, 14), properties: { plan: "free", flag: true } },
  { event: "e", distinct_id: "u1", timestamp: day(11), properties: { plan: "pro" } },
  { event: "e", distinct_id: "u4", timestamp: day(11), properties: {} },
];
const RANGE = { dateRange: { date_from: "2025-06-10", date_to: "2025-06-11" } };

async function open(file?: string): Promise<Hoglet> {
  const hoglet = await createHoglet({ now: "2025-06-15T09:30:00Z", ...(file !== undefined && { file }) });
  await hoglet.capture([
    ...EVENTS,
    {
      event: "$groupidentify",
      distinct_id: "u1",
      timestamp: day(9),
      properties: { $group_type: "company", $group_key: "acme", $group_set: { name: "Acme" } },
    },
  ]);
  return hoglet;
}

type Row = Record<string, unknown>;

async function send(hoglet: Hoglet, body: object, path = "query/"): Promise<{ status: number; answer: Row }> {
  const response = await hoglet.fetch(`http://hoglet.test/api/projects/${hoglet.project.id}/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: (await response.json()) as Row };
}

const ask = async (hoglet: Hoglet, query: object) => {
  const { status, answer } = await send(hoglet, { query });
  assert.is(status, 200, JSON.stringify(answer));
  return answer["results"] as Row[];
};

const series = (key?: string) => [
  { kind: "EventsNode", event: "s", ...(key !== undefined && { properties: [{ type: "hogql", key }] }) },
];

const hoglet = await open();

const FILTERS: [expression: string, days: [number, number]][] = [
  ["properties.plan = 'free' OR properties.n = 2", [2, 0]],
  ["timestamp < '2025-06-11'", [3, 0]],
  ["timestamp >= toDateTime('2025-06-10 13:30:00') AND timestamp < '2025-6-11'", [1, 0]],
  ["coalesce(properties.plan, 'none') = 'none'", [1, 0]],
  ["concat(event, '-', distinct_id) = 's-u3'", [0, 1]],
  ["person.properties.age > 18", [1, 0]],
  ["group_0.properties.name = 'Acme'", [1, 0]],
  ["group_0.properties.size IS NULL AND properties.$group_0 = 'acme'", [1, 0]],
  ["if(properties.plan = 'pro', distinct_id, 'u2') IN ('u2', 'u3')", [2, 1]],
  ["NOT ((properties.plan ?? '') =~* '^PR')", [2, 0]],
  ["toHour(timestamp) > 12", [2, 0]],
  // The clock stands at 9:30 on the 15th.
  ["timestamp < now() - INTERVAL 4 DAY", [3, 0]],
  ["timestamp < localtimestamp() - INTERVAL 4 DAY", [3, 0]],
  ["properties.plan LIKE concat(properties.plan, '%')", [2, 1]],
  ["event LIKE concat('_', if(event = 's', '', 'x'))", [3, 1]],
  ["'ÀB' ILIKE concat('à', '%', distinct_id) OR 'ÀB' ILIKE concat('à%', '')", [3, 1]],
  ["arrayStringConcat(splitByChar('r', properties.plan), '-') = 'p-o'", [1, 1]],
  ["arrayExists(x -> upper(x) = 'O', splitByChar('r', properties.plan))", [1, 1]],
  ["has(['free', 'team'], properties.plan)", [1, 0]],
  ["position(properties.url, 'example') > 0", [0, 1]],
  ["arrayExists(x -> x = properties.plan, ['free', 'team'])", [1, 0]],
  ["JSONExtractString(properties, 'plan') = 'pro'", [1, 1]],
  ["properties.flag", [1, 0]],
  ["properties.`plan` LIKE 'p%' AND length(properties.plan) = 3", [1, 1]],
];
for (const [expression, days] of FILTERS) {
  expressions(`filter ${expression}`, async () => {
    const [line] = await ask(hoglet, { kind: "TrendsQuery", series: series(expression), ...RANGE });
    assert.equal(line?.["data"], days);
  });
}

const byValue = (rows: Row[]) => Object.fromEntries(rows.map((row) => [String(row["breakdown_value"]), row["data"]]));
const broken = (breakdown: string, more: object = {}) => ({
  kind: "TrendsQuery",
  series: series(),
  ...RANGE,
  breakdownFilter: { breakdown, breakdown_type: "hogql", ...more },
});
const NONE = "$$_posthog_breakdown_null_$$";
const OTHER = "$$_posthog_breakdown_other_$$";

const found = async (...args: Parameters<typeof broken>) => byValue(await ask(hoglet, broken(...args)));

expressions("a breakdown tells None from the empty text, and has Other", async () => {
  assert.equal(await found("coalesce(properties.plan, 'None')"), { pro: [1, 1], free: [1, 0], None: [1, 0] });
  assert.equal(await found("nullIf(properties.plan, 'free')"), { pro: [1, 1], [NONE]: [2, 0] });
  assert.equal(await found("ifNull(cutToFirstSignificantSubdomain(properties.url), '')"), {
    "": [3, 0],
    "example.co.uk": [0, 1],
  });
  assert.equal(await found("properties.n + 1"), { 2: [1, 0], 3: [1, 0], [NONE]: [1, 1] });
  assert.equal(await found("distinct_id", { breakdown_limit: 2 }), { u4: [1, 0], u3: [0, 1], [OTHER]: [2, 0] });
  assert.equal(await found("concat(properties.plan, '/', person.properties.age)"), {
    "pro/30": [1, 0],
    "/17": [1, 0],
    "pro/": [0, 1],
    "free/": [1, 0],
  });
});

expressions("the persons behind a value are those that were counted", async () => {
  const source = broken("ifNull(properties.url, '')");
  const behind = async (breakdown: string) => {
    const rows = await ask(hoglet, {
      kind: "ActorsQuery",
      select: ["actor"],
      source: { kind: "InsightActorsQuery", source, breakdown, series: 0, day: null },
    });
    return rows.map((row) => ((row as unknown as { distinct_ids: string[] }[])[0]?.distinct_ids ?? [])[0]).toSorted();
  };
  assert.equal(await behind(""), ["u1", "u2", "u4"]);
  assert.equal(await behind("https://a.example.co.uk/x"), ["u3"]);
});

expressions("funnels and retention are filtered and broken down", async () => {
  const funnel = (await ask(hoglet, {
    kind: "FunnelsQuery",
    series: [...series("(properties.plan ?? '') != 'none'"), { kind: "EventsNode", event: "e" }],
    ...RANGE,
    breakdownFilter: { breakdown: "upper(ifNull(properties.plan, ''))", breakdown_type: "hogql" },
  })) as unknown as Row[][];
  const steps = funnel.map((line) => [String(line[0]?.["breakdown_value"]), line.map((step) => step["count"])]);
  assert.equal(Object.fromEntries(steps), { PRO: [2, 1], FREE: [1, 1], "": [1, 0] });
  const retention = await ask(hoglet, {
    kind: "RetentionQuery",
    ...RANGE,
    retentionFilter: {
      targetEntity: { id: "s", type: "events" },
      returningEntity: { id: "e", type: "events" },
      totalIntervals: 2,
      period: "Day",
    },
    breakdownFilter: { breakdowns: [{ property: "upper(properties.plan)", type: "hogql" }] },
  });
  const days = retention.filter((row) => String(row["date"]).startsWith("2025-06-10"));
  const counts = days.map((row) => [row["breakdown_value"], (row["values"] as Row[]).map((value) => value["count"])]);
  assert.equal(Object.fromEntries(counts as [string, number[]][]), { PRO: [1, 1], FREE: [1, 1], "": [1, 0] });
});

expressions("the answers of the engine's thread, over a file, are the same", async () => {
  const folder = tempFolder();
  const own = await open(folder.file("a.db"));
  assert.equal(byValue(await ask(own, broken("coalesce(properties.plan, event)"))), {
    pro: [1, 1],
    s: [1, 0],
    free: [1, 0],
  });
  await own.close();
  folder.remove();
});

const REFUSED: [expression: string, detail: RegExp][] = [
  ["properties.plan +", /Syntax error at character 18/],
  ["timestamp > 'soon'", /'soon' at character 13 is no date/],
  ["nope(properties.plan)", /Unsupported function call 'nope/],
  ["propertis.plan = 'x' OR 1", /Unable to resolve field: propertis.plan/],
  ["(SELECT 1) = 1", /A SELECT at character 1 cannot stand/],
  ["count() > 1", /An aggregate cannot stand/],
  ["repeat(event, 100) = 'x'", /repeat\(\) at character 1 cannot stand/],
  ["person_id IN COHORT 1", /^The project has no cohort 1 /],
  ["arrayMap(x -> arrayMap(y -> y, [x]), [1]) = [[1]]", /A lambda within a lambda/],
  [
    "length(arrayMap(x -> properties.plan, splitByChar(',', properties.url))) > 3",
    /arrayMap\(\) of two values of the event/,
  ],
  ["arrayExists(x -> x = event, [distinct_id, 'a'])", /arrayExists\(\) of two values of the event/],
  ["arrayMap(x -> position(x, x), splitByChar('a', event)) = [1]", /position\(\) of two values of the event/],
  ["arrayStringConcat(splitByChar(',', properties.url), properties.url) = ''", /arrayStringConcat\(\) of two values/],
  ["position(properties.url, properties.plan) > 0", /position\(\) of two values of the event at character 1/],
  ["strpos(properties.url, properties.plan) > 0", /strpos\(\) of two values of the event/],
  ["edit_distance(properties.plan, properties.url) > 3", /edit_distance\(\) at character 1 cannot stand/],
  ["regexp_replace(event, '.', event) = ''", /regexp_replace\(\) at character 1 cannot stand/],
  ["length(zeroblob(900000000)) > 3", /zeroblob\(\) at character 8 cannot stand/],
  ["printf('%900000000d', 1) = ''", /printf\(\) at character 1 cannot stand/],
  [`${"splitByChar('a', toString(".repeat(4)}event${"))".repeat(4)} = []`, /729 times as long/],
  [`concat(${Array.from({ length: 800 }, () => "event").join()}) = ''`, /729 times as long/],
];
for (const [expression, detail] of REFUSED) {
  expressions(`refuses ${expression}`, async () => {
    for (const query of [{ kind: "TrendsQuery", series: series(expression), ...RANGE }, broken(expression)]) {
      const { status, answer } = await send(hoglet, { query });
      assert.is(status, 400, expression);
      assert.match(String(answer["detail"]), detail);
    }
  });
}

expressions("a value that a function cannot take is the fault of the question", async () => {
  const own = await createHoglet({ now: "2025-06-15T09:30:00Z" });
  const big = "a".repeat(9000);
  await own.capture({ event: "s", distinct_id: "u", timestamp: day(10), properties: { big, pattern: "(" } });
  const faultOf = async (key: string) =>
    await send(own, { query: { kind: "TrendsQuery", series: series(key), ...RANGE } });
  for (const [key, detail] of [
    ["arrayZip(splitByChar(',', event), splitByChar('a', properties.big)) = []", /have different lengths/],
    ["match(event, properties.pattern)", /"\(" is no regular expression/],
  ] as const) {
    const { status, answer } = await faultOf(key);
    assert.is(status, 400, key);
    assert.match(String(answer["detail"]), detail);
  }
  // A backtracking expression would never come back from this.
  const slow = "properties.big LIKE concat('%a%a%a%a%a%a%a%a%a%ab', substring(event, 2))";
  assert.is((await faultOf(slow)).status, 200);
  await own.close();
});

expressions.after(() => hoglet.close());
expressions.run();
