import type { Hoglet } from "../lib/index.ts";

const steps = (...ids: string[]) => ids.map((id, order) => ({ id, order, type: "events" as const }));
const [VIEWED, BOUGHT] = [steps("product viewed"), steps("order paid")];
const MONTH = { date_from: "-30d" };
const CHECKOUT = ["product viewed", "added to cart", "checkout started", "order paid"];

/** The tiles of the demo's dashboard, with their widths of twelve columns. */
const TILES = [
  { name: "Orders by plan", width: 8, filters: { insight: "TRENDS", events: BOUGHT, ...MONTH, breakdown: "plan" } },
  {
    name: "Revenue",
    width: 4,
    filters: {
      insight: "TRENDS",
      events: [{ ...BOUGHT[0], math: "sum", math_property: "revenue" }],
      ...MONTH,
      display: "BoldNumber",
      compare: true,
    },
  },
  {
    name: "From a product to the order",
    width: 8,
    filters: { insight: "FUNNELS", events: steps(...CHECKOUT), ...MONTH },
  },
  {
    name: "Views by country",
    width: 4,
    filters: { insight: "TRENDS", events: VIEWED, ...MONTH, breakdown: "$geoip_country_code", display: "WorldMap" },
  },
  {
    name: "Customers who come back",
    width: 6,
    filters: {
      insight: "RETENTION",
      period: "Week",
      total_intervals: 6,
      target_entity: { id: "order paid", type: "events" },
      returning_entity: { id: "$pageview", type: "events" },
    },
  },
  {
    name: "Ways through the shop",
    width: 6,
    filters: { insight: "PATHS", include_event_types: ["$pageview"], ...MONTH },
  },
  {
    name: "New and returning customers",
    width: 12,
    filters: { insight: "LIFECYCLE", events: BOUGHT, ...MONTH, interval: "week" },
  },
] as const;

const DAY_MS = 86_400_000;

/** The flag whose variants the shop's events carry. */
const FLAG = {
  key: "one-page-checkout",
  name: "The checkout on one page, for half of the visitors",
  filters: {
    groups: [{ properties: [], rollout_percentage: 100 }],
    multivariate: { variants: ["control", "test"].map((key) => ({ key, rollout_percentage: 50 })) },
  },
};

const PLUGIN = {
  "plugin.json": JSON.stringify({
    name: "Bare addresses",
    description: "Removes what follows the ? from the addresses of pages, before an event is stored.",
    config: [{ key: "property", name: "Property with the address", type: "string", default: "$current_url" }],
  }),
  "index.js": `export function processEvent(event, { config }) {
  const address = event.properties?.[config.property];
  if (typeof address === "string") event.properties[config.property] = address.split("?")[0];
  return event;
}
`,
};

/**
 * Fills the shelves of a demo: a dashboard of seven insights, two annotations in the last month before `endMs`, a flag, a plugin, and
 * a deletion that waits for the next run, of events older than two years.
 */
export async function fillShelf(hoglet: Hoglet, endMs: number, project?: number): Promise<void> {
  const of = project === undefined ? {} : { project };
  const tiles = [];
  for (const { name, width, filters } of TILES) {
    const { id } = await hoglet.savedInsights.create({ ...of, name, filters: { ...filters } });
    tiles.push({ insight: id, width });
  }
  await hoglet.dashboards.create({ ...of, name: "The shop", description: "Orders, revenue and the way there", tiles });
  for (const [days, content] of [
    [21, "Newsletter about the spring roasts"],
    [9, "One-page checkout for half of the club"],
  ] as const) {
    const date_marker = new Date(endMs - days * DAY_MS).toISOString();
    await hoglet.annotations.create({ ...of, content, date_marker, scope: "project" });
  }
  await hoglet.featureFlags.create({ ...of, ...FLAG });
  const { id: plugin } = await hoglet.plugins.install({ files: PLUGIN });
  await hoglet.pluginConfigs.create({ ...of, plugin, order: 1, enabled: true });
  const before = new Date(endMs - 730 * DAY_MS).toISOString();
  await hoglet.deletions.request({ ...of, kind: "events_before", key: before });
}
