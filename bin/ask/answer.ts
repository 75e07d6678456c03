import { eventsOf, withoutNumbers } from "../../adapters/explain/index.ts";
import type { EventDefinition } from "../../lib/index.ts";
import type { Api } from "../api.ts";
import { counted, toCount, toRange } from "../draw/words.ts";
import { orNull } from "./names.ts";
import type { Answer } from "./sheet.ts";
import { kindOf } from "./kinds/index.ts";
import { rowsSheet } from "./rows-sheet.ts";
import type { Shown } from "./show.ts";

type Node = Readonly<Record<string, unknown>>;

/** A question to ask, maybe repeatedly. */
export interface Question {
  /** A query node, bare or within a wrapper. */
  query: Node;
  /** Shown before the names of the events: the kind, or the name of a saved insight. */
  title: string;
  /** Filters over a query that was not made of flags. */
  overrides?: Node;
  /** The names of events; null = the key may not read them. */
  known: readonly EventDefinition[] | null;
}

/** Asks a question, and whatever is needed to say its total and what its range leaves out. */
export async function answer(api: Api, { query, title, overrides, known }: Question): Promise<Shown> {
  const ask = (node: Node) =>
    api.post<Answer>("/query/", { query: node, ...(overrides !== undefined && { filters_override: overrides }) });
  const own = unwrap(query);
  const answered = await ask(query);
  const kind = kindOf(own);
  const wholes = await kind?.askWholes?.(own, ask);
  const outside = known === null ? [] : await sayOutside({ node: own, answered, known, overrides }, ask);
  const texts = isEmpty(answered) ? ((await orNull(() => withoutNumbers(api.get, own))) ?? []) : [];
  const sheet = (kind?.toSheet ?? rowsSheet)({ node: own, answer: answered, ...(wholes !== undefined && { wholes }) });
  return {
    title,
    range: sayRange(own, answered, overrides),
    sheet,
    answer: answered,
    notes: [...outside, ...texts.map(sayNoNumbers)],
  };
}

function sayNoNumbers(key: string): string {
  return `'${key}' has values that are no numbers; they count for nothing`;
}

/** A node without its wrappers (InsightVizNode and its like). */
export function unwrap(query: Node): Node {
  const { source, kind } = query;
  const isWrapper = typeof source === "object" && source !== null && /^(?:InsightViz|Data\w+)Node$/.test(String(kind));
  return isWrapper ? unwrap(source as Node) : query;
}

type Ask = (node: Node) => Promise<Answer>;

interface Ranged {
  node: Node;
  answered: Answer;
  known: readonly EventDefinition[];
  overrides: Node | undefined;
}

/** The range that a node names; that of a correlation is its funnel's. */
function rangeOf(
  node: Node,
  overrides: Node | undefined,
): { date_from?: unknown; date_to?: unknown; isOfPeriods: boolean } {
  const kind = kindOf(node);
  const dated = kind?.dated?.(node) ?? node;
  const own = { ...(dated["dateRange"] as Node | undefined), ...overrides };
  return { date_from: own["date_from"], date_to: own["date_to"], isOfPeriods: kind?.isOfPeriods === true };
}

/** Says how much the range leaves out: "148 of 1,204 events are in the last 7 days; --date-from all shows all." */
async function sayOutside({ node, answered, known, overrides }: Ranged, ask: Ask): Promise<string[]> {
  const { date_from: from, date_to: to, isOfPeriods } = rangeOf(node, overrides);
  const isDefault = (from === undefined || from === null) && (to === undefined || to === null);
  const range = answered.resolved_date_range;
  if (range === null || range === undefined || (!isDefault && !isEmpty(answered))) return [];
  const names = eventsOf(node);
  const isWanted = ({ name }: EventDefinition) => names.length === 0 || names.includes(name);
  const all = known.filter(isWanted).reduce((sum, { count }) => sum + count, 0);
  const series = (names.length === 0 ? [null] : names).map((event) => ({ kind: "EventsNode", event }));
  const dateRange = { ...range, explicitDate: true };
  const { results } = await ask({ kind: "TrendsQuery", series, dateRange, trendsFilter: { display: "BoldNumber" } });
  const inside = (results as { aggregated_value?: number }[]).reduce(
    (sum, line) => sum + (line.aggregated_value ?? 0),
    0,
  );
  if (inside >= all) return [];
  const what = isDefault && !isOfPeriods ? "in the last 7 days" : "in this range";
  const how = isOfPeriods ? "--total-intervals or --date-from reaches further back" : "--date-from all";
  return [`${toCount(inside)} of ${counted(all, "event")} ${inside === 1 || all === 1 ? "is" : "are"} ${what}; ${how}`];
}

const COUNTS = new Set(["count", "aggregated_value", "value", "data", "bins", "success_count"]);

/** Does an answer count nothing? */
function isEmpty({ results }: Answer): boolean {
  return !hasCount(results, false);
}

function hasCount(value: unknown, isCount: boolean): boolean {
  if (typeof value === "number") return isCount && value !== 0;
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => hasCount(item, Array.isArray(value) ? isCount : COUNTS.has(key)));
}

/**
 * The range in words: "16 – 23 Nov 2026 (the last 7 days, unless --date-from says otherwise) · by day · Europe/Berlin"
 */
function sayRange(node: Node, answered: Answer, overrides: Node | undefined): string | null {
  const range = answered.resolved_date_range;
  if (range === null || range === undefined) return null;
  const { date_from: from, date_to: to, isOfPeriods } = rangeOf(node, overrides);
  const isDefault = !isOfPeriods && (from ?? null) === null && (to ?? null) === null;
  const isCompared = (node["compareFilter"] as Node | undefined)?.["compare"] === true;
  return [
    `${toRange(range)}${isDefault ? ", the last 7 days unless --date-from says otherwise" : ""}`,
    ...(kindOf(node)?.sayHow?.(node) ?? []),
    ...(isCompared ? ["with the period before"] : []),
    answered.timezone,
  ].join(" · ");
}
