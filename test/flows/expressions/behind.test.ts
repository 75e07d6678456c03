import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PICKS, S, funnel, openStory, retention, trend } from "./story.ts";

// The persons behind each line of a breakdown by an expression, also behind those without a value and behind the rest.

const story = await openStory();
const { send } = story;

/** Null where the plan is "free", or there is none. */
const PLAN = "nullIf(properties.plan, 'free')";
const by = (breakdown: string, more: object = {}) => ({
  breakdownFilter: { breakdown, breakdown_type: "hogql", ...more },
});
const FIRST_ALONE = by("distinct_id", { breakdown_limit: 1 });

const onDay = (breakdown: unknown) => ({ kind: "InsightActorsQuery", day: "2025-06-10", series: 0, breakdown });
const atStep = (funnelStepBreakdown: unknown, funnelStep = 1) => ({
  kind: "FunnelsActorsQuery",
  funnelStep,
  funnelStepBreakdown,
});
const inRow = (breakdown: unknown) => ({ kind: "InsightActorsQuery", interval: 1, breakdown });
const byValues = (property: string) => retention({ breakdownFilter: { breakdowns: [{ type: "hogql", property }] } });

const ROWS: [what: string, source: object, line: object, wanted: string[]][] = [
  ["a value of a trend", trend(S(), by(PLAN)), onDay("pro"), ["u1"]],
  ["no value of a trend", trend(S(), by(PLAN)), onDay("$$_posthog_breakdown_null_$$"), ["u2", "u4"]],
  ["the rest of a trend", trend(S(), FIRST_ALONE), onDay("$$_posthog_breakdown_other_$$"), ["u1", "u2"]],
  ["a value of a funnel", funnel({}, by(PLAN)), atStep("pro"), ["u1", "u3"]],
  ["a value of a funnel's second step", funnel({}, by(PLAN)), atStep(["pro"], 2), ["u1"]],
  ["no value of a funnel", funnel({}, by(PLAN)), atStep(""), ["u2", "u4"]],
  ["the rest of a funnel", funnel({}, FIRST_ALONE), atStep("Other"), ["u2", "u3", "u4"]],
  ["a value of retention", byValues(PLAN), inRow("pro"), ["u1"]],
  ["no value of retention", byValues(PLAN), inRow([""]), ["u2", "u4"]],
];

const behind = suite("the persons behind a breakdown by an expression");

for (const [what, source, line, wanted] of ROWS) {
  behind(`with ${what}`, async () => {
    const query = { kind: "ActorsQuery", source: { source, ...line }, select: ["person"] };
    const { status, answer } = await send("POST", "query/", { query });
    assert.is(status, 200, JSON.stringify(answer));
    assert.equal(
      PICKS.ids((answer["results"] as { distinct_ids: string[] }[][]).map(([person]) => person) as never),
      wanted,
    );
  });
}

const ODD = ["[0]", "a.b", String.raw`a\b`, "value", "🦊", "n".repeat(200), 'q"t', "it's"];
const named = await openStory(
  ODD.flatMap((key, index) => [
    {
      event: "s",
      distinct_id: `has${index}`,
      timestamp: "2025-06-10T12:00:00Z",
      properties: { [key]: "x", $set: { [key]: "y" } },
    },
    { event: "s", distinct_id: `other${index}`, timestamp: "2025-06-10T12:00:00Z", properties: { [key]: "z" } },
  ]),
);

for (const [index, key] of ODD.entries()) {
  const text = `'${key.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
  behind(`by a property that is called ${key.slice(0, 10)}, of events and of persons`, async () => {
    const ofBoth = `concat(properties[${text}], person.properties[${text}])`;
    const condition = `coalesce(properties[${text}], '') = 'x' AND person.properties[${text}] = 'y'`;
    const filtered = {
      kind: "InsightActorsQuery",
      day: "2025-06-10",
      series: 0,
      source: trend(S(), { properties: [{ type: "hogql", key: condition }] }),
    };
    const broken = { ...onDay("xy"), source: trend(S(), by(ofBoth)) };
    for (const source of [filtered, broken]) {
      const query = { kind: "ActorsQuery", source, select: ["person", `properties[${text}]`] };
      const { status, answer } = await named.send("POST", "query/", { query });
      assert.is(status, 200, JSON.stringify(answer));
      const rows = answer["results"] as [{ distinct_ids: string[] }, string][];
      assert.equal(
        rows.map(([person, value]) => [person.distinct_ids[0], value]),
        [[`has${index}`, "y"]],
      );
    }
  });
}

behind.after(() => named.close());
behind.after(() => story.close());
behind.run();
