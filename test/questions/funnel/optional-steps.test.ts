import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, HogletError } from "../../../lib/index.ts";

// a goes all the way, b leaves out the optional step, c stops at it, d starts only.
const EVENTS: [person: string, event: string, time: string, properties?: Record<string, unknown>][] = [
  ["a", "opened", "10:00", { plan: "x" }],
  ["a", "tried", "10:10"],
  ["a", "paid", "11:00"],
  ["b", "opened", "10:00", { plan: "x" }],
  ["b", "paid", "10:30"],
  ["c", "opened", "10:00"],
  ["c", "tried", "10:20", { plan: "y" }],
  ["d", "opened", "10:00", { plan: "x" }],
];

const SERIES = [{ event: "opened" }, { event: "tried", optionalInFunnel: true }, { event: "paid" }];
const FUNNEL = { kind: "FunnelsQuery", series: SERIES, dateRange: { date_from: "2024-03-09" } } as const;

async function openWorld() {
  const hoglet = await createHoglet({ now: "2024-03-09T12:00:00Z" });
  const toEvent = ([distinct_id, event, time, properties = {}]: (typeof EVENTS)[number]) => {
    return { event, distinct_id, timestamp: `2024-03-09T${time}:00Z`, properties };
  };
  await hoglet.capture(EVENTS.map(toEvent));
  return hoglet;
}

const optional = suite("optional steps of FunnelsQuery");

optional("count those who took them, and let the others go on", async () => {
  await using hoglet = await openWorld();
  const { results } = await hoglet.ask(FUNNEL);
  assert.equal(
    (results as { name: string; order: number; count: number; average_conversion_time: number | null }[]).map(
      (step) => [step.name, step.order, step.count, step.average_conversion_time],
    ),
    [
      ["opened", 0, 4, null],
      // 600 and 1200 seconds.
      ["tried", 1, 2, 900],
      // 3600 and 1800 seconds, from the required step before.
      ["paid", 2, 2, 2700],
    ],
  );
});

optional("fall into the lines of the required steps, whose values they may decide", async () => {
  await using hoglet = await openWorld();
  const { results } = await hoglet.ask({ ...FUNNEL, breakdownFilter: { breakdown: "plan" } });
  const lines = (results as { breakdown_value?: unknown; count: number }[][]).map((steps) => [
    steps[0]?.breakdown_value,
    steps.map(({ count }) => count),
  ]);
  assert.equal(lines, [
    [["x"], [3, 1, 2]],
    [["y"], [1, 1, 0]],
  ]);
});

const BEHIND: [step: number, people: string[]][] = [
  [1, ["a", "b", "c", "d"]],
  [2, ["a", "c"]],
  [-2, ["b", "d"]],
  [3, ["a", "b"]],
  [-3, ["c", "d"]],
  [4, []],
];

for (const [funnelStep, people] of BEHIND) {
  optional(`people behind step ${funnelStep}`, async () => {
    await using hoglet = await openWorld();
    const { results } = await hoglet.ask({
      kind: "ActorsQuery",
      source: { kind: "FunnelsActorsQuery", source: FUNNEL, funnelStep },
      select: ["actor"],
    });
    const ids = results.map(([person]) => (person as { distinct_ids: string[] }).distinct_ids[0] ?? "");
    assert.equal(ids.toSorted(), people);
  });
}

optional("rates over time are from one step to another, either of which may be optional", async () => {
  await using hoglet = await openWorld();
  const rate = async (funnelFromStep: number, funnelToStep: number) => {
    const funnelsFilter = { funnelVizType: "trends", funnelFromStep, funnelToStep } as const;
    const { results } = await hoglet.ask({ ...FUNNEL, funnelsFilter });
    return (results as { data: number[] }[])[0]?.data;
  };
  assert.equal(await rate(0, 2), [50]);
  assert.equal(await rate(0, 1), [50]);
  // The persons a and c tried it, and a paid.
  assert.equal(await rate(1, 2), [50]);
});

optional("have no meaning as the first step, nor where steps have no order", async () => {
  await using hoglet = await openWorld();
  const refusal = async (node: object) => {
    const fault: unknown = await hoglet.ask({ ...FUNNEL, ...node }).catch((error: unknown) => error);
    return fault instanceof HogletError && [fault.status, fault.attr];
  };
  const first = [{ event: "opened", optionalInFunnel: true }, { event: "paid" }];
  assert.equal(await refusal({ series: first }), [400, "series__0__optionalInFunnel"]);
  const strict = { funnelsFilter: { funnelOrderType: "strict" } };
  assert.equal(await refusal(strict), [400, "series__1__optionalInFunnel"]);
});

optional.run();
