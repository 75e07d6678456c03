import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, HogletError } from "../../../lib/index.ts";

// [time, distinct id, event, session, plan]. Ada and Bob are of the team red, Cyd of blue; the company acme has Ada and Cyd.
const EVENTS: [time: string, id: string, event: string, session: string | null, plan?: string | null][] = [
  ["10:00", "ada", "opened", "s1", "pro"],
  ["10:05", "ada", "paid", "s1", "pro"],
  ["11:00", "ada", "opened", "s2", "free"],
  ["11:05", "bob", "opened", "s3", "pro"],
  ["11:10", "bob", "paid", null, null],
  ["11:20", "cyd", "opened", null],
  ["11:30", "cyd", "opened", "s4", ""],
  ["11:40", "cyd", "paid", "s4", ""],
];
const TEAMS: Record<string, string> = { ada: "red", bob: "red", cyd: "blue" };

async function openWorld() {
  const hoglet = await createHoglet({ now: "2024-03-09T12:00:00Z" });
  await hoglet.capture([
    ...Object.entries(TEAMS).map(([distinct_id, team]) => ({
      event: "$set",
      distinct_id,
      timestamp: "2024-03-09T09:00:00Z",
      properties: { $set: { team } },
    })),
    {
      event: "$groupidentify",
      distinct_id: "ada",
      timestamp: "2024-03-09T09:00:00Z",
      properties: { $group_type: "company", $group_key: "acme", $group_set: { tier: "gold" } },
    },
    ...EVENTS.map(([time, distinct_id, event, session, plan]) => ({
      event,
      distinct_id,
      timestamp: `2024-03-09T${time}:00Z`,
      properties: {
        ...(session !== null && { $session_id: session }),
        ...(plan !== undefined && { plan }),
        ...(distinct_id !== "bob" && { $groups: { company: "acme" } }),
      },
    })),
  ]);
  return hoglet;
}

const funnelBy = (funnelAggregateByHogQL: string) =>
  ({
    kind: "FunnelsQuery",
    series: [{ event: "opened" }, { event: "paid" }],
    dateRange: { date_from: "2024-03-09" },
    funnelsFilter: { funnelAggregateByHogQL },
  }) as const;

/** The counted values, how many get to each step, and the persons behind: those who began, and who went on. */
const TABLE: [by: string, counts: number[], began: string, wentOn: string][] = [
  ["person_id", [3, 3], "ada bob cyd", "ada bob cyd"],
  ["events.person.id", [3, 3], "ada bob cyd", "ada bob cyd"],
  ["toString(person_id)", [3, 3], "ada bob cyd", "ada bob cyd"],
  // s1, s2, s3 and s4; Bob paid in no session.
  ["properties.$session_id", [4, 2], "ada bob cyd", "ada cyd"],
  ["$session_id", [4, 2], "ada bob cyd", "ada cyd"],
  ["properties['$session_id']", [4, 2], "ada bob cyd", "ada cyd"],
  // The empty text is no value. Ada was the first to begin with pro, and alone with free.
  ["properties.plan", [2, 1], "ada", "ada"],
  ["upper(properties.plan)", [2, 1], "ada", "ada"],
  // Bob's payment has none, and comes before Cyd begins with it.
  ["coalesce(properties.plan, 'none')", [3, 1], "ada cyd", "ada"],
  ["person.properties.team", [2, 2], "ada cyd", "ada cyd"],
  ["concat(person.properties.team, '/', ifNull(properties.$session_id, '-'))", [5, 2], "ada bob cyd", "ada cyd"],
  ["group_0.properties.tier", [1, 1], "ada", "ada"],
  ["if(event = 'opened', null, distinct_id)", [0, 0], "", ""],
];

const counted = suite("what a funnel counts");

for (const [by, counts, began, wentOn] of TABLE) {
  counted(`may be ${by}, with persons behind`, async () => {
    await using hoglet = await openWorld();
    const source = funnelBy(by);
    const { results } = await hoglet.ask(source);
    assert.equal(
      (results as { count: number }[]).map(({ count }) => count),
      counts,
    );
    const behind = async (funnelStep: number) => {
      const asked = { kind: "FunnelsActorsQuery", source, funnelStep } as const;
      const { results: rows } = await hoglet.ask({ kind: "ActorsQuery", source: asked, select: ["actor"] });
      return rows.map(([person]) => (person as { distinct_ids: string[] }).distinct_ids[0]).toSorted();
    };
    assert.equal((await behind(1)).join(" "), began);
    assert.equal((await behind(2)).join(" "), wentOn);
  });
}

counted("may be an expression in the older dialect, whose links lead to persons", async () => {
  await using hoglet = await openWorld();
  const { result } = await hoglet.insights.funnel({
    events: [{ id: "opened" }, { id: "paid", order: 1 }],
    funnel_aggregate_by_hogql: "lower($session_id)",
    date_from: "2024-03-09",
  });
  const steps = result as { count: number; converted_people_url: string }[];
  assert.equal(
    steps.map(({ count }) => count),
    [4, 2],
  );
  const url = new URL(steps[1]?.converted_people_url ?? "", "http://localhost");
  const people = await hoglet.persons.funnel(Object.fromEntries(url.searchParams) as object);
  assert.equal(
    people.results[0]?.people.map((person) => "distinct_ids" in person && person.distinct_ids[0]).toSorted(),
    ["ada", "cyd"],
  );
});

async function refusal(asked: Promise<unknown>) {
  const fault: unknown = await asked.catch((error: unknown) => error);
  assert.instance(fault, HogletError);
  const { status, attr, detail } = fault as HogletError;
  return [status, attr, detail.slice(0, 60)];
}

counted("is refused where the expression is wrong, and where actors themselves are asked for", async () => {
  await using hoglet = await openWorld();
  assert.equal(await refusal(hoglet.ask(funnelBy("nonsense(1)"))), [
    400,
    "funnel_aggregate_by_hogql",
    "Unsupported function call 'nonsense(...)'. (in: nonsense(1))".slice(0, 60),
  ]);
  assert.equal((await refusal(hoglet.ask(funnelBy("count()"))))[0], 400);
  const correlation = { kind: "FunnelCorrelationQuery", funnelCorrelationType: "events" } as const;
  const source = { kind: "FunnelsActorsQuery", source: funnelBy("lower($session_id)") } as const;
  assert.is((await refusal(hoglet.ask({ ...correlation, source })))[1], "funnel_aggregate_by_hogql");
});

counted.run();
