import { writeNow } from "../../../lib/storage/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import type { Random } from "../../../fixtures/random.ts";
import { addNamedRow } from "../../support/add-row.ts";

/** An event of a visitor. */
export interface Visit {
  event: string;
  distinctId: string;
  timestampMs: number;
  properties: Record<string, unknown>;
  /** As the log stores them. @default none */
  elements?: string | null;
}

const EVENTS = ["$pageview", "$pageview", "$pageview", "$screen", "paid", "viewed", "$autocapture", "constructor"];
const TEXTS = [
  "/",
  "/a",
  "/a/",
  "/a/b/",
  "/b/7",
  "/b/19",
  "",
  "...",
  "//",
  "ünï 🦔",
  "\u{E000}",
  "\u{1F994}",
  "A.b",
  5,
  null,
  true,
];
const HALF_HOUR_MS = 30 * 60_000;
const GAPS_MS = [0, 0, 1, 999, 60_000, HALF_HOUR_MS - 1, HALF_HOUR_MS, HALF_HOUR_MS + 1];

/** Sessions of a few persons within some days. Some events have equal times; they arrive in any order. @param fromMs epoch ms */
export function randomVisits(random: Random, ids: readonly string[], fromMs: number): Visit[] {
  const visits: Visit[] = [];
  for (let session = random.integer(8, 30); session > 0; session--) {
    const distinctId = random.pick(ids);
    let timestampMs = fromMs + random.integer(0, 3) * 86_400_000 + random.integer(0, 20) * 60_000;
    for (let count = random.integer(1, 12); count > 0; count--) {
      timestampMs += random.pick(GAPS_MS);
      // Some events have another id, which may belong to the same person.
      const id = random.chance(0.1) ? random.pick(ids) : distinctId;
      visits.push({ event: random.pick(EVENTS), distinctId: id, timestampMs, properties: randomProperties(random) });
    }
  }
  return random.chance(0.5)
    ? visits
    : visits
        .map((visit) => ({ visit, at: random.unit() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ visit }) => visit);
}

function randomProperties(random: Random): Record<string, unknown> {
  const given = ["$current_url", "$screen_name", "plan"].filter(() => random.chance(0.85));
  return Object.fromEntries(given.map((key) => [key, random.pick(TEXTS)]));
}

/** Adds visits to a project in their order. New ids have no person; some of them are personless actors. */
export function addVisits(db: Db, projectId: number, random: Random, visits: readonly Visit[]): void {
  writeNow(db, () => {
    for (const { event, distinctId, timestampMs, properties, elements = null } of visits) {
      const isPersonless = random.chance(0.5);
      const texts = { properties: JSON.stringify(properties), elements };
      addNamedRow(db, projectId, { event, distinctId, isPersonless, timestamp: timestampMs, ...texts });
    }
  });
}

/** A random question for paths about such visits. */
export function randomPathQuery(random: Random): Record<string, unknown> {
  const some = (part: () => object, probability = 0.3) => (random.chance(probability) ? part() : {});
  const item = () => random.pick(["/", "/a", "/a/", "/b/7", "paid", "viewed", "$pageview", "...", "5", "/b/:n", "*b*"]);
  const items = (count: number) => Array.from({ length: random.integer(1, count) }, item);
  const rule = () =>
    random.pick([
      { regex: "/\\d+", alias: "/:n" },
      { regex: "^/a", alias: "" },
      { regex: "(.)b", alias: "b\\1" },
      { regex: "x*", alias: "-" },
    ]);
  return {
    refresh: true,
    date_from: random.pick(["-30d", "-7d", "2024-03-29", "all"]),
    ...some(
      () => ({
        include_event_types: random.pick([["$pageview"], ["$screen"], ["custom_event"], ["$pageview", "custom_event"]]),
      }),
      0.2,
    ),
    ...some(() => ({ exclude_events: [...items(2), ...(random.chance(0.3) ? ["$pageview"] : [])] }), 0.2),
    ...some(() => ({ start_point: item() }), 0.3),
    ...some(() => ({ end_point: item() }), 0.3),
    ...some(() => {
      const point = item();
      return { start_point: point, end_point: point };
    }, 0.1),
    ...some(() => randomFunnel(random), 0.3),
    ...some(() => ({ step_limit: random.integer(1, 7) }), 0.7),
    ...some(() => ({ edge_limit: random.integer(1, 12) })),
    ...some(() => ({ min_edge_weight: random.integer(0, 2), max_edge_weight: random.integer(2, 4) }), 0.2),
    ...some(() => ({
      path_groupings: Array.from({ length: random.integer(1, 3) }, () =>
        random.pick(["/b/*", "*b*", "/a", "a*b", "*"]),
      ),
    })),
    ...some(() => ({ path_replacements: "True" })),
    ...some(() => ({ local_path_cleaning_filters: [rule(), rule()] })),
    ...some(
      () => ({
        properties: [{ key: "plan", value: ["/", "5"], type: random.pick(["event", "person"]), operator: "is_not" }],
      }),
      0.2,
    ),
  };
}

function randomFunnel(random: Random): Record<string, unknown> {
  const steps = random.integer(2, 3);
  const part = random.pick(["after_step", "before_step", "between_steps"]);
  const step = random.integer(part === "between_steps" ? 2 : 1, steps);
  const isDropOff = part !== "between_steps" && random.chance(0.4);
  return {
    funnel_paths: `funnel_path_${part}`,
    ...(random.chance(0.5) && { funnel_step: 1 }),
    funnel_filter: {
      events: Array.from({ length: steps }, (_, order) => ({
        id: random.pick(["$pageview", "paid", "viewed"]),
        order,
      })),
      date_from: "-30d",
      funnel_order_type: random.pick(["ordered", "strict", "unordered"]),
      funnel_window_interval: random.integer(1, 40),
      funnel_window_interval_unit: random.pick(["minute", "minute", "day", "month"]),
      funnel_step: isDropOff ? -Math.max(2, step) : step,
    },
  };
}
