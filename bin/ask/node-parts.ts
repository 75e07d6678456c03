import type { Action, Page } from "../../lib/index.ts";
import type { Api } from "../api.ts";
import { suggest, toGroupIndex } from "./names.ts";
import type { QuestionFlags } from "./question-flags.ts";
import { parseWhere } from "./where.ts";
import type { Condition } from "./where.ts";

// Parts of query nodes that several kinds share.

/** A query node of the API. */
export type Node = Record<string, unknown>;

/** The fields of all kinds of insights. */
export async function toCommon({ dateFrom, dateTo, where = [], filterTestAccounts, group }: QuestionFlags, api: Api) {
  return {
    dateRange: filled({ date_from: dateFrom, date_to: dateTo }),
    properties: where.length === 0 ? undefined : await toFilters(where, api),
    filterTestAccounts,
    aggregation_group_type_index: group === undefined ? undefined : await toGroupIndex(api, group),
  };
}

/** The events and actions; without any, every event. */
export async function toSeries({ events = [], actions = [], math, mathProperty, group }: QuestionFlags, api: Api) {
  if (math === "unique_group" && group === undefined) throw new Error("--math unique_group needs --group <type>.");
  const isOfGroups = group !== undefined && math !== undefined && math !== "total";
  const index = isOfGroups ? await toGroupIndex(api, group) : undefined;
  const counted = given({ math, math_property: mathProperty, math_group_type_index: index });
  const series: Node[] = [
    ...events.map((event) => ({ kind: "EventsNode", event, ...counted })),
    ...(await Promise.all(
      actions.map(async (name) => ({ kind: "ActionsNode", id: await toActionId(api, name), ...counted })),
    )),
  ];
  return series.length > 0 ? series : [{ kind: "EventsNode", event: null, ...counted }];
}

async function toActionId(api: Api, name: string): Promise<number> {
  const { results } = await api.get<Page<Action>>("/actions/", { limit: 1000 });
  const found = results.find((action) => action.name === name || String(action.id) === name);
  if (found !== undefined) return found.id;
  throw new Error(
    `No action is called '${name}'.${suggest(
      name,
      results.map((action) => action.name ?? ""),
      "Actions",
    )}`,
  );
}

/** The breakdown by properties, such as `plan`, `person.plan`, `group.company.plan`, `session.$channel_type`. */
export async function toBreakdown({ breakdown = [], breakdownLimit }: QuestionFlags, api: Api): Promise<Node> {
  if (breakdown.length === 0) return {};
  const breakdowns = await Promise.all(breakdown.map((text) => toBreakdownNode(text, api)));
  const [only] = breakdowns;
  const limit = given({ breakdown_limit: breakdownLimit });
  if (breakdowns.length > 1 || only === undefined) return { breakdownFilter: { breakdowns, ...limit } };
  const { property, type, group_type_index: index } = only;
  const fields = { breakdown: property, breakdown_type: type, breakdown_group_type_index: index };
  return { breakdownFilter: given({ ...fields, ...limit }) };
}

async function toBreakdownNode(text: string, api: Api): Promise<Node> {
  const [, of = "event", name = text] = /^(person|session|group|event)\.(.+)$/s.exec(text) ?? [];
  if (of !== "group") return { property: name, type: of };
  const dot = name.indexOf(".");
  if (dot < 1) throw new Error(`--breakdown ${text}: expected group.<type>.<property>.`);
  return { property: name.slice(dot + 1), type: of, group_type_index: await toGroupIndex(api, name.slice(0, dot)) };
}

/** The comparison with another period. */
export function toCompare({ compare, compareTo }: QuestionFlags): Node {
  if (compare === undefined && compareTo === undefined) return {};
  return { compareFilter: given({ compare: true, compare_to: compareTo }) };
}

/** Conditions as the property filters of the API, all of which must pass. */
export async function toFilters(texts: readonly string[], api: Api): Promise<Node[]> {
  return Promise.all(texts.flatMap((text) => parseWhere(text)).map((condition) => toFilter(condition, api)));
}

async function toFilter({ of, groupType, key, operator, value }: Condition, api: Api): Promise<Node> {
  const group = groupType === undefined ? undefined : await toGroupIndex(api, groupType);
  return given({ key, operator, value, type: of, group_type_index: group });
}

/** The fields that have a value. */
export function given(fields: Node): Node {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The fields that have a value; undefined when no field has a value. */
export function filled(fields: Node): Node | undefined {
  const kept = given(fields);
  return Object.keys(kept).length === 0 ? undefined : kept;
}
