import { aiTrace } from "../../../ui/ai-trace.ts";
import { size } from "../../../support/rounds.ts";
import type { Hoglet } from "../../../../lib/index.ts";

/** Names of 200 letters, of emoji, from right to left, and with markup that must stay text. */
export const NAMES: readonly string[] = [
  "an_event_".repeat(22),
  "🦔".repeat(60),
  "حدث طويل جدا ".repeat(12).trim(),
  `<img src=x onerror="document.title='run'"> <b>bold</b> ${"and <i>more</i> ".repeat(10)}`,
];
const [LONG = "", EMOJI = "", ARABIC = "", MARKUP = ""] = NAMES;

const EMAIL = `${"long.name.".repeat(12)}@${"sub.".repeat(12)}example.com`;
const URL = `https://example.com/${"a-folder/".repeat(20)}?campaign=${"spring".repeat(20)}`;
const OTHER_EVENTS = 300;

/** Ids of the things with such names. */
export interface Stress {
  person: string;
  event: string;
  insight: string;
  query: string;
  dashboard: number;
  cohort: number;
  flag: number;
  /** The token of the dashboard's shared document. */
  share: string;
  /** An app without page views, and a project without events. */
  app: number;
  empty: number;
}

/** Fills every list of the page with names and values of any length; all of it belongs to the first project. */
export async function stress(hoglet: Hoglet): Promise<Stress> {
  await hoglet.capture([...visits("$pageview"), ...crowd(), ...aiCalls(hoglet.clock.now())]);
  const { results: events } = await hoglet.events.list({ limit: 1, event: LONG });
  const { results: persons } = await hoglet.persons.list({ limit: 1, distinct_id: EMAIL });
  await hoglet.annotations.create({ content: `${LONG} ${ARABIC}`, date_marker: "2024-05-01", scope: "project" });
  await hoglet.actions.create({ name: LONG, steps: [{ event: LONG }] });
  const cohorts = [];
  for (const name of NAMES) cohorts.push(await hoglet.cohorts.create(cohort(name)));
  const flag = await hoglet.featureFlags.create(FLAG);
  await makePlugin(hoglet);
  await hoglet.deletions.request({ kind: "events_by_name", key: LONG });
  await hoglet.keys.create({ label: LONG.slice(0, 40), scopes: ["query:read"] });
  const app = await hoglet.projects.create({ name: LONG.slice(0, 200) });
  await hoglet.capture(visits("opened"), { project: app.id });
  const empty = await hoglet.projects.create({ name: ARABIC });
  return {
    person: persons[0]?.uuid ?? "",
    event: events[0]?.uuid ?? "",
    cohort: cohorts[0]?.id ?? 0,
    flag: flag.id,
    app: app.id,
    empty: empty.id,
    ...(await saveInsights(hoglet)),
  };
}

/** @param last the event after those of `NAMES` */
function visits(last: string) {
  return Array.from({ length: 6 }, (_, who) =>
    [...NAMES, last].map((event, index) => ({
      event,
      distinct_id: who === 0 ? EMAIL : `${who}-${LONG}`,
      // Ten minutes apart: longer pauses end a session, and a path.
      timestamp: `2024-05-0${1 + (who % 2)}T0${who}:${index}0:00Z`,
      properties: {
        [LONG]: NAMES[who % NAMES.length],
        plan: NAMES[who % NAMES.length],
        revenue: 123_456_789_012,
        $current_url: `${URL}${who}`,
        $pathname: `/${"a-folder/".repeat(20)}${who}`,
        $referring_domain: `${"sub.".repeat(30)}example.com`,
        $session_id: `session-${who}`,
        utm_campaign: EMOJI,
        $browser: MARKUP,
        $geoip_country_code: "GB",
        $device_type: ARABIC,
        $set: {
          email: who === 0 ? EMAIL : `${who}${EMAIL}`,
          name: NAMES[who % NAMES.length],
          [LONG]: { nested: [LONG, EMOJI] },
        },
      },
    })),
  ).flat();
}

/** Persons by the thousand, and hundreds of event names. */
function crowd() {
  return Array.from({ length: size(1000, 4000) }, (_, who) => ({
    event: `event number ${who % OTHER_EVENTS} ${LONG.slice(0, 40)}`,
    distinct_id: `person-${who}`,
    timestamp: new Date(Date.UTC(2024, 3, 5 + (who % 26), who % 24)).toISOString(),
    properties: {
      plan: `plan ${who % 60} ${EMOJI.slice(0, 40)}`,
      $set: { email: `${who}@example.com`, plan: who % 60 },
    },
  }));
}

function aiCalls(nowMs: number) {
  const long = { $ai_trace_id: "trace-1", $ai_model: LONG, $ai_span_name: EMOJI, $ai_input: `${LONG} ${MARKUP}` };
  return [
    ...aiTrace(nowMs),
    { event: "$ai_generation", distinct_id: EMAIL, properties: { ...long, $ai_input_tokens: 9, $ai_output_tokens: 9 } },
    { event: "$ai_span", distinct_id: EMAIL, properties: { ...long, $ai_is_error: true, $ai_error: LONG } },
  ];
}

function cohort(name: string) {
  const filter = { key: LONG, value: [LONG, ARABIC], type: "person" as const, operator: "exact" as const };
  return { name, description: `${LONG} ${ARABIC}`, groups: [{ properties: [filter] }] };
}

const FLAG = {
  key: "a-flag-".repeat(28),
  name: `${LONG} ${ARABIC}`,
  filters: {
    groups: [
      { properties: [{ key: LONG, type: "person" as const, operator: "exact" as const, value: LONG }] },
      { rollout_percentage: 10 },
    ],
    multivariate: {
      variants: ["a".repeat(150), "b".repeat(150)].map((key) => ({ key, rollout_percentage: 50, name: LONG })),
    },
    payloads: { ["a".repeat(150)]: JSON.stringify({ [LONG]: EMOJI }) },
  },
};

async function makePlugin(hoglet: Hoglet): Promise<void> {
  const { id } = await hoglet.plugins.install({
    files: {
      "plugin.json": JSON.stringify({
        name: LONG,
        description: `${LONG} ${ARABIC}`,
        config: [{ key: "mark", name: LONG, hint: LONG, type: "string", default: LONG }],
      }),
      "index.js": `export function processEvent() { throw new Error(${JSON.stringify(LONG)}); }`,
    },
  });
  await hoglet.pluginConfigs.create({ plugin: id, order: 1, enabled: true });
  await hoglet.capture({ event: LONG, distinct_id: EMAIL });
}

const STEPS = [LONG, EMOJI, ARABIC].map((id, order) => ({ id, order, type: "events" as const }));
const WEEK = { date_from: "-7d" };
const BY_PLAN = { ...WEEK, breakdown: "plan", breakdown_type: "event" as const };

/** Questions whose answers have such names in all their parts. */
export const ASKED = {
  trend: { insight: "TRENDS", events: STEPS.slice(0, 1), ...BY_PLAN, compare: true },
  table: { insight: "TRENDS", events: STEPS.slice(0, 1), ...BY_PLAN, display: "ActionsTable" },
  bars: { insight: "TRENDS", events: STEPS, ...WEEK, display: "ActionsBarValue" },
  number: { insight: "TRENDS", events: STEPS, ...WEEK, display: "BoldNumber", compare: true },
  pie: { insight: "TRENDS", events: STEPS.slice(0, 1), ...BY_PLAN, display: "ActionsPie" },
  funnel: { insight: "FUNNELS", events: STEPS, ...WEEK },
  broken: { insight: "FUNNELS", events: STEPS, ...BY_PLAN },
  paths: { insight: "PATHS", include_event_types: ["custom_event"], ...WEEK },
  retention: { insight: "RETENTION", period: "Day", total_intervals: 4, ...BY_PLAN },
} as const;

async function saveInsights(hoglet: Hoglet): Promise<Pick<Stress, "insight" | "query" | "dashboard" | "share">> {
  const saved = [];
  for (const filters of Object.values(ASKED))
    saved.push(await hoglet.savedInsights.create({ name: LONG, description: `${EMOJI} ${ARABIC}`, filters } as never));
  const source = { kind: "HogQLQuery", query: `SELECT event, count() AS n, '${LONG}' FROM events GROUP BY event` };
  const query = await hoglet.savedInsights.create({
    name: LONG,
    query: { kind: "DataVisualizationNode", source, display: "ActionsLineGraph" },
  });
  const { id } = await hoglet.dashboards.create({
    name: LONG,
    description: `${LONG} ${ARABIC}`,
    tiles: [
      ...saved.map((insight) => ({ insight: insight.id, width: 4 })),
      { text: { body: `# ${LONG}\n\n${EMOJI}` } },
    ],
  } as never);
  await hoglet.dashboards.create({ name: ARABIC });
  const { access_token: share } = await hoglet.dashboards.share(id, { enabled: true });
  return { insight: saved[0]?.short_id ?? "", query: query.short_id, dashboard: id, share: share ?? "" };
}
