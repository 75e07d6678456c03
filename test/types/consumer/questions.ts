// Code that users write about questions, persons, cohorts, actions and plugins, and mistakes that their compiler has to refuse.
import type { CohortCreateInput, CohortTestInput, FunnelQuestion, Hoglet, PropertyFilters } from "hoglet";

/** Takes values read from answers, which must have their types. */
declare function show(...values: unknown[]): void;

export async function ask({ insights, persons }: Hoglet): Promise<void> {
  const events = [{ id: "signed up" }, { id: "paid", math: "sum", math_property: "amount" }] as const;
  const trend = await insights.trend({
    events,
    actions: [{ id: 7, custom_name: "buys" }],
    properties: [{ key: "plan", value: ["pro", "team"] }],
    interval: "week",
    display: "ActionsLineGraphCumulative",
    breakdown: "$browser",
    breakdown_type: "event",
    compare: true,
    signal: AbortSignal.timeout(1000),
    project: 1,
  });
  const [line] = trend.result;
  const points: number[] | undefined = line?.data;
  await insights.trend({ ...line?.filter, date_from: "-30d" });
  await persons.trends({ ...line?.persons_urls?.[0]?.filter, limit: 10 });

  const funnel = await insights.funnel({ events: [{ id: "signed up" }, { id: "paid", order: 1 }], date_from: "-30d" });
  const counts: number[] = funnel.result.map(({ count }) => count);
  const broken = await insights.funnel({ events: [{ id: "a" }], breakdown: "plan" });
  const labels = broken.result.map(([first]) => first?.breakdown_value);
  const rates = await insights.funnel({ events: [{ id: "a" }, { id: "b" }], funnel_viz_type: "trends" });
  const percent: number | undefined = rates.result[0]?.data[0];
  const times = await insights.funnel({ events: [{ id: "a" }, { id: "b" }], funnel_viz_type: "time_to_convert" });
  const bins = "bins" in times.result ? times.result.bins : [];
  const question: FunnelQuestion = {
    events: [{ id: "a" }],
    exclusions: [{ id: "b", funnel_from_step: 0, funnel_to_step: 1 }],
    funnel_window_interval: 30,
    funnel_window_interval_unit: "minute",
    explain: true,
    distinct_id: "u1",
  };
  const { explanation } = await insights.funnel(question);
  show(points, counts, labels, percent, bins, explanation?.steps[0]?.reason);

  await insights.correlation({ events, funnel_correlation_type: "properties", funnel_correlation_names: ["$all"] });
  const retention = await insights.retention({ target_entity: { id: 3, type: "actions" }, period: "Week" });
  show(retention.result[0]?.values[0]?.count);
  await insights.lifecycle({ events: [{ id: null }], interval: "day" });
  await insights.stickiness({ events: [{ id: "opened" }], compare: true });
  await insights.paths({ include_event_types: ["$pageview"], funnel_paths: "funnel_path_after_step" });
  const cell = await persons.retention({ target_entity: { id: "a" }, breakdown_values: [0], selected_interval: 1 });
  const table = await persons.retention({ target_entity: { id: "a" }, display: "ActionsTable" });
  show(cell.result[0]?.type, table.result[0]?.appearances);
}

export async function edit(hoglet: Hoglet): Promise<void> {
  const filters: PropertyFilters = {
    type: "OR",
    values: [
      { key: "age", type: "person", operator: "gt", value: 17 },
      { type: "cohort", value: 3 },
      { type: "group", group_type_index: 0, key: "size", value: "big" },
      { type: "element", key: "selector", value: "button.buy" },
    ],
  };
  await hoglet.persons.list({ properties: filters, search: "ada", limit: 10 });
  await hoglet.events.list({ properties: { plan: "pro", age__gt: 17 } });
  const paid = {
    type: "behavioral",
    key: "paid",
    value: "performed_event",
    time_value: 30,
    time_interval: "day",
  } as const;
  const input: CohortCreateInput = { name: "buyers", groups: [{ properties: [paid] }] };
  const cohort = await hoglet.cohorts.create(input);
  await hoglet.cohorts.update(cohort.id, { ...cohort, name: "payers" });
  await hoglet.cohorts.create({ name: "friends", is_static: true, distinct_ids: ["u1"] });
  const action = await hoglet.actions.create({ name: "buy", steps: [{ event: "paid", properties: filters }] });
  await hoglet.actions.update(action.id, { ...action, name: "buys" });
  const { id: plugin } = await hoglet.plugins.install({ files: { "plugin.json": "{}", "index.ts": "" } });
  await hoglet.pluginConfigs.create({ plugin, order: 0, enabled: true, config: { region: "eu" } });
}

/** Each line is refused for its one mistake. */
export async function mistakes({ insights, persons, events, cohorts, actions, ...rest }: Hoglet): Promise<void> {
  // @ts-expect-error date_from
  await insights.trend({ events: [{ id: "a" }], date_form: "-7d" });
  // @ts-expect-error math
  await insights.trend({ events: [{ id: "a", maht: "dau" }] });
  // @ts-expect-error there is no such math
  await insights.trend({ events: [{ id: "a", math: "dua" }] });
  // @ts-expect-error there is no such interval
  await insights.trend({ events: [{ id: "a" }], interval: "year" });
  // @ts-expect-error there is no such display
  await insights.trend({ events: [{ id: "a" }], display: "LineGraph" });
  // @ts-expect-error value
  await insights.trend({ properties: [{ key: "plan", vlaue: "pro" }] });
  // @ts-expect-error there is no such operator
  await insights.trend({ properties: [{ key: "plan", operator: "equals", value: "pro" }] });
  // @ts-expect-error a list
  await insights.trend({ events: "signed up" });
  // @ts-expect-error a number
  await insights.retention({ date_from: "-7d", total_intervals: "3" });
  // @ts-expect-error breakdown
  await insights.funnel({ events: [{ id: "a" }], brakdown: "plan" });
  // @ts-expect-error funnel_window_days
  await insights.funnel({ events: [{ id: "a" }], funnel_window_day: 3 });
  // @ts-expect-error a number
  await insights.funnel({ events: [{ id: "a" }], funnel_window_days: "3" });
  // @ts-expect-error exclusions have steps
  await insights.funnel({ events: [{ id: "a" }], exclusions: [{ id: "b" }] });
  // @ts-expect-error funnel_correlation_names
  await insights.correlation({ events: [{ id: "a" }], funnel_correlation_name: ["$all"] });
  // @ts-expect-error start_point
  await insights.paths({ start_pont: "/" });
  // @ts-expect-error a lifecycle is not broken down
  await insights.lifecycle({ events: [{ id: "a" }], breakdown: "plan" });
  // @ts-expect-error compare
  await insights.stickiness({ events: [{ id: "a" }], compares: true });
  // @ts-expect-error entity_id
  await persons.trends({ entity_ids: "a", entity_type: "events" });
  // @ts-expect-error funnel_step
  await persons.funnel({ events: [{ id: "a" }], funnel_steps: 1 });
  // @ts-expect-error there is no such status
  await persons.lifecycle({ events: [{ id: "a" }], lifecycle_type: "old" });
  // @ts-expect-error email
  await persons.list({ emial: "ada@example.com" });
  // @ts-expect-error operator
  await events.list({ properties: [{ key: "plan", operater: "exact", value: "pro" }] });
  // @ts-expect-error distinct_ids
  await cohorts.create({ name: "friends", is_static: true, distinct_id: ["u1"] });
  // @ts-expect-error there is no such unit
  const unit: CohortTestInput = { type: "behavioral", key: "a", value: "performed_event", time_interval: "days" };
  show(unit);
  // @ts-expect-error event
  await actions.create({ name: "buy", steps: [{ evnt: "paid" }] });
  // @ts-expect-error package
  await rest.plugins.install({ pakage: "@posthog/geoip-plugin" });
  // @ts-expect-error enabled
  await rest.pluginConfigs.create({ plugin: 1, order: 0, enable: true });
  // @ts-expect-error distinct_id
  await rest.capture({ event: "a", distinctId: "u1" });
}
