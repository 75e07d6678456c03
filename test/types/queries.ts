import type { AnswerTo, Hoglet, QueryNode } from "../../lib/index.ts";

// The kind of a query decides the type of its answer; checked by `npm run typecheck`.

/** Fails to compile unless both are the same type. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;

export async function everyKindHasItsAnswer(hoglet: Hoglet): Promise<void> {
  const trends = await hoglet.ask({ kind: "TrendsQuery", series: [{ event: "signed up", math: "dau" }] });
  true satisfies Same<typeof trends, AnswerTo<"TrendsQuery">>;
  trends.results[0]?.data?.at(-1)?.toFixed();

  const retention = await hoglet.ask({ kind: "RetentionQuery", retentionFilter: { period: "Week" } });
  retention.results[0]?.values[0]?.count.toFixed();

  const sql = await hoglet.ask({ kind: "HogQLQuery", query: "select 1" });
  sql.results satisfies readonly (readonly unknown[])[];

  const wrapped = await hoglet.ask({
    kind: "InsightVizNode",
    source: { kind: "LifecycleQuery", series: [{ event: "opened" }], interval: "week" },
    full: true,
  });
  wrapped.results[0]?.status satisfies "new" | "returning" | "resurrecting" | "dormant" | undefined;

  const series = [{ event: "signed up" }, { event: "paid" }];
  const steps = await hoglet.ask({ kind: "FunnelsQuery", series });
  steps.results.map(({ name, count }) => `${name} ${count.toFixed()}`);
  const broken = await hoglet.ask({ kind: "FunnelsQuery", series, breakdownFilter: { breakdown: "plan" } });
  broken.results.flat().map(({ breakdown_value: value }) => value);
  broken.results[0]?.[0]?.count.toFixed();
  const byTwo = { breakdowns: [{ property: "plan" }] } as const;
  (await hoglet.ask({ kind: "FunnelsQuery", series, breakdownFilter: byTwo })).results[0]?.[0]?.count.toFixed();
  const rates = await hoglet.ask({ kind: "FunnelsQuery", series, funnelsFilter: { funnelVizType: "trends" } });
  rates.results[0]?.data[0]?.toFixed();
  const times = await hoglet.ask({
    kind: "InsightVizNode",
    source: { kind: "FunnelsQuery", series, funnelsFilter: { funnelVizType: "time_to_convert", binCount: 3 } },
  });
  times.results.bins.length.toFixed();
  const plain = { kind: "FunnelsQuery", series, funnelsFilter: { funnelOrderType: "strict" } } as const;
  (await hoglet.ask(plain)).results[0]?.count.toFixed();

  // Whatever a node of this type may say.
  const node: QueryNode<"FunnelsQuery"> = { kind: "FunnelsQuery", series };
  const any = await hoglet.ask(node);
  true satisfies Same<typeof any.results, AnswerTo<"FunnelsQuery">["results"]>;
  // @ts-expect-error a breakdown makes lists of steps
  broken.results[0]?.count.toFixed();
  // @ts-expect-error no such view
  await hoglet.ask({ kind: "FunnelsQuery", series, funnelsFilter: { funnelVizType: "bars" } });

  // @ts-expect-error no such kind
  await hoglet.ask({ kind: "TomatoSoup" });
  // @ts-expect-error no such field
  await hoglet.ask({ kind: "TrendsQuery", series: [], dateRnage: { date_from: "-7d" } });
  // @ts-expect-error an unknown interval
  await hoglet.ask({ kind: "TrendsQuery", series: [], interval: "fortnight" });
}
