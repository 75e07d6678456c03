import type { Hoglet } from "../../lib/index.ts";
import { aiTrace } from "./ai-trace.ts";

/** The subjects of the pictures. */
export interface Prepared {
  /** UUID of a person with a history. */
  person: string;
  cohort: number;
  /** Id of a feature flag. */
  flag: number;
  /** Short id of a saved one. */
  insight: string;
  dashboard: number;
  /** Names of events, the most frequent first. */
  names: string[];
}

/** Adds data for all views to the demo shop: saved questions, a plugin, deletions. */
export async function prepare(hoglet: Hoglet): Promise<Prepared> {
  const [cohort] = (await hoglet.cohorts.list()).results;
  const [left] = (await hoglet.persons.list({ limit: 1 })).results;
  const { results: names } = await hoglet.definitions.events();
  if (cohort === undefined || left === undefined) throw new Error("The shop has no cohort or no persons.");
  await hoglet.persons.delete(left.id, { delete_events: true });
  await hoglet.deletions.runNow();
  await hoglet.deletions.request({ kind: "events_by_name", key: "subscription cancelled" });
  await installMarker(hoglet);
  await hoglet.capture(aiTrace(hoglet.clock.now()));
  return {
    person: await openAccount(hoglet),
    cohort: cohort.id,
    flag: await makeFlags(hoglet, cohort.id),
    ...(await saveBoard(hoglet)),
    names: names.map(({ name }) => name),
  };
}

const QUESTIONS = [
  {
    name: "Orders by plan",
    width: 6,
    filters: {
      insight: "TRENDS",
      events: [{ id: "order paid" }],
      date_from: "-30d",
      breakdown: "plan",
      breakdown_type: "person",
    },
  },
  {
    name: "From product to order",
    width: 6,
    filters: {
      insight: "FUNNELS",
      events: ["product viewed", "added to cart", "order paid"].map((id, order) => ({ id, order })),
      date_from: "-30d",
    },
  },
  { name: "Pages", width: 12, filters: { insight: "PATHS", include_event_types: ["$pageview"], date_from: "-14d" } },
  {
    name: "Who comes back",
    width: 12,
    filters: {
      insight: "RETENTION",
      target_entity: { id: "order paid", type: "events" },
      returning_entity: { id: "order paid", type: "events" },
      period: "Week",
      total_intervals: 8,
    },
  },
];

async function saveBoard(hoglet: Hoglet): Promise<Pick<Prepared, "insight" | "dashboard">> {
  const tiles = [];
  for (const { name, width, filters } of QUESTIONS) {
    tiles.push({ ...(await hoglet.savedInsights.create({ name, filters })), width });
  }
  const board = { name: "Shop", tiles: tiles.map(({ id, width }) => ({ insight: id, width })) };
  const { id: dashboard } = await hoglet.dashboards.create(board);
  return { insight: tiles[0]?.short_id ?? "", dashboard };
}

/** Flags of every kind, one of them called by people; returns the id of one with variants. */
async function makeFlags(hoglet: Hoglet, cohort: number): Promise<number> {
  const pro = { key: "plan", type: "person", operator: "exact", value: ["pro", "team"] };
  await hoglet.featureFlags.create({ key: "holiday-banner", active: false });
  await hoglet.featureFlags.create({
    key: "free-shipping",
    name: "From 30 € on",
    filters: { groups: [{ rollout_percentage: 25 }] },
  });
  const { id } = await hoglet.featureFlags.create({
    key: "checkout",
    name: "The checkout on one page, or on three",
    tags: ["shop"],
    filters: {
      groups: [
        { properties: [{ key: "id", type: "cohort", operator: "in", value: cohort }], variant: "one-page" },
        { properties: [pro], rollout_percentage: 50 },
      ],
      multivariate: {
        variants: [
          { key: "three-pages", rollout_percentage: 50 },
          { key: "one-page", rollout_percentage: 50 },
        ],
      },
      payloads: { "one-page": '{"button":"Buy now","steps":1}' },
    },
  });
  const { results: people } = await hoglet.persons.list({ limit: 40 });
  for (const [index, { distinct_ids: ids }] of people.entries()) {
    const response = index % 2 === 0 ? "one-page" : "three-pages";
    const properties = { $feature_flag: "checkout", $feature_flag_response: response };
    await hoglet.capture({ event: "$feature_flag_called", distinct_id: ids[0] ?? "", properties });
  }
  return id;
}

/** A person who came anonymously, signed up and was edited. */
async function openAccount(hoglet: Hoglet): Promise<string> {
  const events = [
    { event: "$pageview", distinct_id: "anon-31", properties: { $current_url: "https://beans.example/" } },
    { event: "$identify", distinct_id: "ada@example.com", properties: { $anon_distinct_id: "anon-31" } },
    {
      event: "signed up",
      distinct_id: "ada@example.com",
      properties: { $set: { email: "ada@example.com", name: "Ada Example", plan: "free" } },
    },
    { event: "plan changed", distinct_id: "ada@example.com", properties: { $set: { plan: "pro" } } },
  ];
  for (const event of events) await hoglet.capture(event);
  const [person] = (await hoglet.persons.list({ distinct_id: "ada@example.com" })).results;
  if (person === undefined) throw new Error("Nobody was made.");
  await hoglet.persons.updateProperty(person.id, { key: "newsletter", value: true });
  return person.uuid;
}

async function installMarker(hoglet: Hoglet): Promise<void> {
  const manifest = {
    name: "Marker",
    description: "Writes a mark on every event.",
    config: [
      { key: "mark", name: "Mark", type: "string", default: "seen", required: true, hint: "Written as a property." },
      { key: "region", name: "Region", type: "choice", choices: ["eu", "us"], default: "eu" },
    ],
  };
  const source =
    "export function processEvent(event, { config }) { console.log('saw', event.event); event.properties.mark = config.mark; return event; }";
  const { id } = await hoglet.plugins.install({
    files: { "plugin.json": JSON.stringify(manifest), "index.ts": source },
  });
  await hoglet.pluginConfigs.create({ plugin: id, order: 1, enabled: true, config: { mark: "seen" } });
}
