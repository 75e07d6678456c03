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

/** Fills the shelves of a demo: a dashboard of seven insights, and two annotations in the last month before `endMs`. */
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
}
