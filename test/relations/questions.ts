import type { Random } from "../../fixtures/random.ts";
import { DAY_MS, NAMES, NOW_MS } from "./log.ts";

type Body = Record<string, unknown>;

/** A range of whole days, by the first and the last of them; 0 = today, 1 = yesterday. */
export interface Days {
  from: number;
  to: number;
}

export function toRange({ from, to }: Days, shiftMs = 0): Body {
  const toDay = (ago: number) => new Date(NOW_MS + shiftMs - ago * DAY_MS).toISOString().slice(0, 10);
  return { date_from: toDay(from), date_to: toDay(to) };
}

export function randomDays(random: Random): Days {
  const to = random.integer(0, 8);
  return { from: to + random.integer(1, 10), to };
}

/** Operators with the operators that pass all other events. */
export const NEGATIONS: readonly [operator: string, negation: string, value: unknown][] = [
  ["exact", "is_not", ["x", "7"]],
  ["exact", "is_not", "true"],
  ["icontains", "not_icontains", "x"],
  ["icontains_multi", "not_icontains_multi", ["y", "u"]],
  ["starts_with", "not_starts_with", "x"],
  ["ends_with", "not_ends_with", "y"],
  ["regex", "not_regex", "^.*$"],
  ["regex", "not_regex", "[0-9]"],
  ["is_set", "is_not_set", null],
  ["between", "not_between", [1, 8]],
  ["in", "not_in", ["x", ""]],
];

function randomFilter(random: Random): Body[] {
  const [operator, , value] = random.pick(NEGATIONS);
  return random.chance(0.4) ? [{ key: "p", type: "event", operator, value }] : [];
}

export function toSeries(name: string, more: Body = {}): Body {
  return { kind: "EventsNode", event: name, ...more };
}

/** A series that counts people. */
export const UNIQUES = ["dau", "weekly_active", "monthly_active"];

export function randomTrend(random: Random, maths: readonly string[] = ["total", "sum", ...UNIQUES]): Body {
  const series = Array.from({ length: random.integer(1, 2) }, () => {
    const math = random.pick(maths);
    return toSeries(random.pick(NAMES), { math, ...(math === "sum" && { math_property: "n" }) });
  });
  return {
    kind: "TrendsQuery",
    series,
    interval: "day",
    properties: randomFilter(random),
    ...(random.chance(0.3) && { breakdownFilter: { breakdown: "p", breakdown_type: "event" } }),
  };
}

export function randomFunnel(random: Random): Body {
  const count = random.integer(2, 3);
  const order = random.pick(["ordered", "strict", "unordered"]);
  const exclusion = { kind: "EventsNode", event: "c", funnelFromStep: 0, funnelToStep: count - 1 };
  return {
    kind: "FunnelsQuery",
    series: Array.from({ length: count }, () => toSeries(random.pick(["a", "b"]))),
    properties: randomFilter(random),
    funnelsFilter: {
      funnelOrderType: order,
      funnelWindowInterval: random.integer(1, 5),
      funnelWindowIntervalUnit: random.pick(["hour", "day"]),
      ...(random.chance(0.3) && order !== "strict" && { exclusions: [exclusion] }),
    },
  };
}

export function randomLifecycle(random: Random): Body {
  return { kind: "LifecycleQuery", series: [toSeries(random.pick(NAMES))], properties: randomFilter(random) };
}

export function randomStickiness(random: Random): Body {
  return { kind: "StickinessQuery", series: [toSeries(random.pick(NAMES))], properties: randomFilter(random) };
}

const toEntity = (name: string) => ({ id: name, type: "events" });

export function randomRetention(random: Random): Body {
  return {
    kind: "RetentionQuery",
    properties: randomFilter(random),
    retentionFilter: {
      period: random.pick(["Day", "Week"]),
      totalIntervals: 3,
      retentionType: random.pick(["retention_recurring", "retention_first_time"]),
      targetEntity: toEntity(random.pick(NAMES)),
      returningEntity: toEntity(random.pick(NAMES)),
    },
  };
}

function randomPaths(random: Random): Body {
  return { kind: "PathsQuery", pathsFilter: { includeEventTypes: ["custom_event"], stepLimit: random.integer(2, 5) } };
}

/** A question of any kind, without its dates. */
export function randomQuestion(random: Random): Body {
  const make = [randomTrend, randomFunnel, randomLifecycle, randomStickiness, randomRetention, randomPaths];
  return random.pick(make)(random);
}

/** Fields of answers that say when or how, and no number. */
const ECHOES = new Set(["action", "filter", "days", "labels", "label", "date", "people", "persons_urls"]);

/** The numbers of an answer, without the dates that they belong to. */
export function numbersOf(results: unknown): unknown {
  return JSON.parse(
    JSON.stringify(results, (name, value: unknown) => {
      if (ECHOES.has(name)) return undefined;
      return typeof value === "number" ? Number(value.toPrecision(12)) : value;
    }),
  );
}
