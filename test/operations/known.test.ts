import { suite } from "uvu";
import * as assert from "uvu/assert";
import { known, parseKnown } from "../../lib/operations/known.ts";
import { createHoglet, HogletError } from "../../lib/index.ts";
import { pathsKind } from "../../lib/questions/paths/index.ts";
import { retentionKind } from "../../lib/questions/retention/index.ts";
import { trendKind } from "../../lib/questions/trend/index.ts";
import { PersonListQuery } from "../../lib/people/persons/index.ts";

/** The content of a refusal: its code, the field, and the sentence. */
async function refusal(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    if (error instanceof HogletError) return [error.status, error.code, error.attr, error.detail];
    throw error;
  }
  return "nothing was refused";
}

const unknown = (attr: string, hint: string) => {
  const detail = `Unknown field "${attr.split("__").at(-1)}". Did you mean "${hint}"?`;
  return [400, "unknown_field", attr, detail];
};

const fields = suite("known");

fields("gives the input back when all of it is known, and what is undefined was not said", () => {
  const input = { events: [{ id: "a" }], date_from: "-7d", nonsense: undefined };
  assert.is(known(trendKind.fields, input), input);
});

const WRONG: [input: object, attr: string, hint: string][] = [
  [{ date_form: "-7d" }, "date_form", "date_from"],
  [{ events: [{ id: "a" }, { id: "b", maht: "dau" }] }, "events__1__maht", "math"],
  [{ breakdowns: [{ property: "a", typ: "event" }] }, "breakdowns__0__typ", "type"],
  [{ properties: [{ key: "a", vlaue: 1 }] }, "properties__0__vlaue", "value"],
  [
    { properties: { type: "OR", values: [{ type: "AND", values: [{ key: "a", operater: "gt" }] }] } },
    "properties__values__0__values__0__operater",
    "operator",
  ],
  [{ properties: { type: "OR", values: [], value: 1 } }, "properties__value", "values"],
  [{ events: [{ id: "a", properties: [{ kye: "a" }] }] }, "events__0__properties__0__kye", "key"],
];

for (const [input, attr, hint] of WRONG) {
  fields(`refuses ${attr}`, async () => {
    assert.equal(await refusal(() => known(trendKind.fields, input)), unknown(attr, hint));
  });
}

fields("looks into either kind of entity, and into the funnel of paths", async () => {
  const target = { target_entity: { type: "actions", id: 1, nmae: "a" } };
  assert.equal(await refusal(() => known(retentionKind.fields, target)), unknown("target_entity__nmae", "name"));
  const around = { funnel_filter: { events: [], funnel_step: 1, funnel_windw_days: 1 } };
  assert.equal(
    await refusal(() => known(pathsKind.fields, around)),
    unknown("funnel_filter__funnel_windw_days", "funnel_window_days"),
  );
});

fields("takes a map of values for what it is, and leaves wrong values to the schema", () => {
  for (const properties of [{ plan: "pro", typ: "x" }, { type: "AND" }, "text", 7, null]) {
    known(trendKind.fields, { properties, events: "text" });
  }
});

fields("passes over what looks like nothing that is known", () => {
  known(trendKind.fields, { dummy: 1, events: [{ id: "a", extra: 1 }], properties: [{ key: "a", note: "x" }] });
});

fields("lets the further names pass, at the top alone", async () => {
  known(trendKind.fields, { date_form: 1 }, ["date_form"]);
  assert.equal(
    await refusal(() => known(trendKind.fields, { events: [{ id: "a", maht: "dau" }] }, ["maht"])),
    unknown("events__0__maht", "math"),
  );
});

fields.run();

const parsing = suite("parseKnown");

parsing("parses what is known, and says of a wrong value what the schema says", async () => {
  assert.is(parseKnown(PersonListQuery, { limit: "7" }).limit, 7);
  assert.equal(await refusal(() => parseKnown(PersonListQuery, { limit: "x" })), [
    400,
    "invalid_input",
    "limit",
    "A valid integer is required.",
  ]);
  assert.equal(await refusal(() => parseKnown(PersonListQuery, { emial: "a" })), unknown("emial", "email"));
});

parsing.run();

const handle = suite("unknown fields in process");

const EVENTS = [{ id: "in" }, { id: "out", order: 1 }];

handle("are refused by every question, while the links of answers lead where they did", async () => {
  await using hoglet = await createHoglet({ now: "2024-06-10T12:00:00Z" });
  await hoglet.capture([
    { event: "in", distinct_id: "a", timestamp: "2024-06-10T10:00:00Z", properties: { plan: "pro" } },
    { event: "out", distinct_id: "a", timestamp: "2024-06-10T11:00:00Z" },
  ]);
  const { insights, persons } = hoglet;
  const methods = { ...insights, ...pickPeople(persons) };
  for (const [name, method] of Object.entries(methods)) {
    assert.equal(await refusal(() => method({ date_tu: "x" } as object)), unknown("date_tu", "date_to"), name);
  }
  const trend = await insights.trend({ events: EVENTS, breakdown: "plan", breakdown_limit: 5 });
  const point = trend.result[0]?.persons_urls?.at(-1)?.filter ?? {};
  assert.is((await persons.trends(point)).results[0].count, 1);
  assert.is((await insights.trend(trend.result[0]?.filter ?? {})).is_cached, true);
  const lifecycle = await insights.lifecycle({ events: EVENTS });
  const status = lifecycle.result[0];
  assert.is((await persons.lifecycle(status?.persons_urls.at(-1)?.filter ?? {})).results[0].count, 1);
  await insights.lifecycle(status?.filter ?? {});
  const stickiness = await insights.stickiness({ events: EVENTS });
  const days = stickiness.result[0];
  assert.is((await persons.stickiness(days?.persons_urls[0]?.filter ?? {})).results[0].count, 1);
  await insights.stickiness(days?.filter ?? {});
});

handle("are none of those that other questions have, as clients hand them on", async () => {
  await using hoglet = await createHoglet();
  const question = { date_from: "-30d", interval: "week", breakdown: "plan", step_limit: 3, funnel_step: 1 } as object;
  await hoglet.insights.lifecycle(question);
  const around = { events: EVENTS, funnel_step: 1, display: "FunnelViz", formula: "A" } as object;
  await hoglet.insights.paths({ ...question, funnel_paths: "funnel_path_after_step", funnel_filter: around });
  await hoglet.insights.retention({ ...question, breakdowns: [{ property: "plan" }] });
});

handle("are none of those that the URLs of answers carry", async () => {
  await using hoglet = await createHoglet({ now: "2024-06-10T12:00:00Z" });
  for (const distinct_id of ["a", "b", "c", "d"]) {
    await hoglet.capture({ event: "in", distinct_id, timestamp: "2024-06-10T10:00:00Z" });
  }
  await hoglet.capture([
    { event: "video", distinct_id: "a", timestamp: "2024-06-10T10:30:00Z" },
    { event: "video", distinct_id: "b", timestamp: "2024-06-10T10:30:00Z" },
    { event: "video", distinct_id: "c", timestamp: "2024-06-10T10:30:00Z" },
    { event: "out", distinct_id: "a", timestamp: "2024-06-10T11:00:00Z" },
    { event: "out", distinct_id: "b", timestamp: "2024-06-10T11:00:00Z" },
  ]);
  const { insights, persons } = hoglet;
  const steps = await insights.funnel({ events: EVENTS, breakdown: "plan" });
  for (const step of steps.result.flat()) {
    await persons.funnel(fieldsOf(step.converted_people_url));
  }
  const trends = await insights.funnel({ events: EVENTS, funnel_viz_type: "trends" });
  const rate = await persons.funnel(fieldsOf(trends.result[0]?.converted_people_urls.at(-1)));
  assert.is(rate.results[0].count, 2);
  const found = await insights.correlation({ events: EVENTS });
  assert.ok(found.result.events.length > 0);
  for (const { success_people_url, success_count } of found.result.events) {
    const people = await persons.correlation(fieldsOf(success_people_url));
    assert.is(people.results[0].count, success_count);
  }
  const rows = await insights.retention({ target_entity: { id: "in" } });
  const cell = rows.result.at(-1)?.values[0];
  assert.is((await persons.retention(fieldsOf(cell?.people_url))).result.length, cell?.count);
  const table = await persons.retention(fieldsOf(rows.result.at(-1)?.people_url));
  assert.is(table.result.length, 4);
});

handle("are passed over by HTTP, and in saved questions", async () => {
  await using hoglet = await createHoglet();
  const headers = { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" };
  const body = JSON.stringify({ events: EVENTS, some: "thing" });
  const reply = await hoglet.fetch("http://x/api/projects/1/insights/trend/", { method: "POST", headers, body });
  assert.is(reply.status, 200);
  const { id } = await hoglet.savedInsights.create({ filters: { insight: "TRENDS", events: EVENTS, some: "thing" } });
  assert.is((await hoglet.savedInsights.answer(id)).is_cached, false);
});

handle("are no fields of a thing that was read, which may be given back with a change", async () => {
  await using hoglet = await createHoglet();
  const { actions, cohorts, dashboards, persons, pluginConfigs, plugins, savedInsights } = hoglet;
  const action = await actions.create({ name: "a", steps: [{ event: "in", properties: [{ key: "a", value: 1 }] }] });
  assert.is((await actions.update(action.id, { ...action, name: "b" })).name, "b");
  const groups = [{ properties: [{ key: "plan", value: "pro" }] }];
  const cohort = await cohorts.create({ name: "a", groups });
  assert.is((await cohorts.update(cohort.id, { ...cohort, name: "b" })).name, "b");
  const insight = await savedInsights.create({ filters: { events: EVENTS } });
  assert.is((await savedInsights.update(insight.id, { ...insight, name: "b" })).name, "b");
  const board = await dashboards.create({ name: "a", tiles: [{ insight: insight.id }] });
  assert.is((await dashboards.update(board.id, { ...board, name: "b" })).name, "b");
  await hoglet.capture({ event: "in", distinct_id: "a" });
  const [person] = (await persons.list()).results;
  assert.ok(person);
  const changed = await persons.update(person.id, { ...person, properties: { plan: "pro" } });
  assert.is(changed.properties["plan"], "pro");
  const plugin = await plugins.install({ files: { "plugin.json": '{"name":"p"}', "index.ts": "" } });
  const config = await pluginConfigs.create({ plugin: plugin.id, order: 0 });
  assert.is((await pluginConfigs.update(config.id, { ...config, order: 3 })).order, 3);

  const wrong = { nmae: "a" };
  for (const make of [actions, cohorts, dashboards, savedInsights, pluginConfigs]) {
    assert.equal(await refusal(() => make.create(wrong as never)), unknown("nmae", "name"));
    assert.equal(await refusal(() => make.update(1, wrong as never)), unknown("nmae", "name"));
  }
  const step = { event: "in", properties: [{ key: "a", vlaue: 1 }] };
  assert.equal(
    await refusal(() => actions.create({ name: "a", steps: [step as object] })),
    unknown("steps__0__properties__0__vlaue", "value"),
  );
});

handle.run();

function pickPeople(persons: object): Record<string, (query: object) => unknown> {
  const names = new Set(["trends", "funnel", "correlation", "path", "lifecycle", "retention", "stickiness"]);
  return Object.fromEntries(Object.entries(persons).filter(([name]) => names.has(name)));
}

/** The fields of a link in the in-process form, with JSON texts parsed. */
function fieldsOf(url: string | undefined): Record<string, unknown> {
  const query = new URL(url ?? "", "http://x").searchParams;
  return Object.fromEntries([...query].map(([name, text]) => [name, /^[[{]/.test(text) ? JSON.parse(text) : text]));
}
