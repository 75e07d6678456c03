import { parseFilters } from "../../events/filters/index.ts";
import type { FilterGroup } from "../../events/filters/index.ts";
import type { Interval } from "./calendar.ts";
import type { Entity, EntityMember } from "./entity.ts";
import { expectFewSeries } from "./entity.ts";
import { invalid } from "../../base/errors.ts";
import { expectSmall } from "./input.ts";
import { parseMath } from "./math.ts";
import type { QuestionDates } from "./node-question.ts";
import type { ActionsNode, EventsNode, GroupNode, SeriesNode } from "./node-series.ts";

// Parts of nodes that several kinds have, as plans need them. Errors name a field as both dialects do: `date_from`, and
// `series__0__math` for a part of the series.

/** Rules that only the older dialect has. */
export interface OlderRules {
  /** Values of the breakdown to skip. */
  offset: number;
  /** Has the breakdown lines for further values, and for events without a value? */
  hasOther: boolean;
}

interface Filtering {
  properties?: unknown;
  filterTestAccounts?: boolean | null | undefined;
  samplingFactor?: number | null | undefined;
}

export interface QuestionFilters {
  properties: FilterGroup;
  filter_test_accounts: boolean;
}

/** @throws HogletError 400 naming the field */
export function readQuestionFilters({ properties, filterTestAccounts, samplingFactor }: Filtering): QuestionFilters {
  if (typeof samplingFactor === "number" && !(samplingFactor > 0 && samplingFactor <= 1)) {
    const detail = `Expected a number above 0, 1 at most, but received ${samplingFactor}: every event is counted, whatever it is.`;
    throw invalid("sampling_factor", detail, "unsupported");
  }
  return { properties: parseFilters(properties, "properties"), filter_test_accounts: filterTestAccounts ?? false };
}

type Maybe<T> = T | null | undefined;

interface Dated {
  dateRange?: Maybe<{ date_from?: Maybe<string>; date_to?: Maybe<string>; explicitDate?: Maybe<boolean> }>;
  interval?: Maybe<Interval | "minute">;
  compareFilter?: Maybe<{ compare?: Maybe<boolean>; compare_to?: Maybe<string> }>;
}

export function readDates({ dateRange, interval, compareFilter }: Dated): QuestionDates {
  return {
    date_from: dateRange?.date_from || null,
    date_to: dateRange?.date_to || null,
    isExplicit: dateRange?.explicitDate === true,
    // Sent by older clients; the original answers by the hour.
    interval: interval === "minute" ? "hour" : (interval ?? "day"),
    compare: compareFilter?.compare === true ? { to: compareFilter.compare_to || null } : null,
  };
}

/** A question about whole entities. */
export interface EntityQuestion extends QuestionFilters {
  dates: QuestionDates;
  entities: Entity[];
}

/** @throws HogletError 400 naming the field */
export function readEntities(
  node: Filtering & Dated & { series: readonly SeriesNode[] },
  how: { hasNames: boolean },
): EntityQuestion {
  expectSmall(node);
  const entities = readSeries(node.series, how);
  expectFewSeries(entities);
  return { dates: readDates(node), entities, ...readQuestionFilters(node) };
}

/**
 * The counted entities, in the order of the series.
 * @param hasNames labels show the names that the older dialect gives; nodes' names are ignored
 * @throws HogletError 400 naming the field
 */
export function readSeries(series: readonly SeriesNode[], { hasNames }: { hasNames: boolean }): Entity[] {
  return series.map((node, order) => readEntity(node, { order, attr: `series__${order}`, hasNames }));
}

/**
 * Reads one entity.
 * @param attr its place in the node, for errors
 */
export function readEntity(
  node: SeriesNode,
  { order, attr, hasNames }: { order: number; attr: string; hasNames: boolean },
): Entity {
  if (node.kind === "DataWarehouseNode") {
    throw invalid("series", "Data warehouse tables are not supported.", "unsupported");
  }
  const given = hasNames ? node.name : null;
  const own = {
    order,
    custom_name: node.custom_name?.trim() || null,
    ...parseMath(node, attr),
    properties: ownFilters(node, attr),
  };
  if (node.kind === "ActionsNode") return { id: node.id, type: "actions", name: given || `Action ${node.id}`, ...own };
  if (node.kind === "EventsNode") {
    const id = node.event || null;
    return { id, type: "events", name: given || id || "All events", ...own };
  }
  const members = node.nodes.map((member, index) => toMember(member, `${attr}__nodes__${index}`));
  const name = given || members.map(memberName).join(", ") || "All events";
  const several = members.length === 0 ? {} : { members, operator: node.operator ?? ("OR" as const) };
  return { id: null, type: "events", ...several, name, ...own };
}

function toMember(node: EventsNode | ActionsNode, attr: string): EntityMember {
  const properties = ownFilters(node, attr);
  if (node.kind === "ActionsNode") return { id: node.id, type: "actions", properties };
  return { id: node.event || null, type: "events", properties };
}

function memberName({ id, type }: EntityMember): string {
  return type === "actions" ? `Action ${id}` : (id ?? "All events");
}

function ownFilters(node: EventsNode | ActionsNode | GroupNode, attr: string): FilterGroup {
  const own = parseFilters(node.properties, `${attr}__properties`);
  const fixed = parseFilters(node.fixedProperties, `${attr}__fixedProperties`);
  return fixed.values.length === 0 ? own : { type: "AND", values: [own, fixed] };
}
