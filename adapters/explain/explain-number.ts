import type { FunnelExplanation, Page, PersonRecord } from "../../lib/index.ts";
import { countedParts } from "./counted-parts.ts";
import type { CountedPart, NumberPoint, Question } from "./counted-parts.ts";
import { toRule } from "./number-rule.ts";

/** Events of a part that are told. */
const MOST_EVENTS = 20;

/** Actors that a search may find beside somebody, by a part of a name. */
const MOST_FOUND = 1000;

/** Requests to the API below a project. */
export interface ExplainApi {
  get<Answer>(path: string, query?: Readonly<Record<string, unknown>>): Promise<Answer>;
  post<Answer>(path: string, body: unknown): Promise<Answer>;
}

/** Somebody, by a distinct id, or by the integer id or UUID of a person. */
export type Explained = { distinct_id: string } | { person_id: string } | { group_key: string };

/** An event that made a number. */
export interface MadeBy {
  event: string;
  /** ISO text. */
  timestamp: string;
  uuid: string | null;
}

/** A counted event, step or period, and what one person did for it. */
export interface NumberPart {
  name: string;
  /** Events of the person that count; of a step of a funnel the one that took it. */
  count: number;
  /** The counted events, the newest first, 20 at most. */
  events: MadeBy[];
  /** Why none counts; null = some do. */
  reason: NonNullable<FunnelExplanation["steps"][number]["reason"]> | null;
  /** The event that does not count for this reason. */
  because_of: MadeBy | null;
}

/** Why a number is as it is, by the example of one person. */
export interface NumberExplanation {
  /** The rule in a sentence or two. */
  rule: string;
  /** Is the person one of those behind the number? Null = the question alone is explained, steps say it, or too many are named alike. */
  is_counted: boolean | null;
  parts: NumberPart[];
  /** The SQL of the whole question; null = it has none. */
  hogql: string | null;
}

/**
 * Explains a number of an insight by what one person did: the rule, the events that count, why others do not, the SQL. Funnels are
 * explained by their own steps.
 * @param asked a query node of an insight, within its wrapper or without
 * @param point the fields of InsightActorsQuery that name a number of its answer; empty = the whole question
 * @throws Error when nobody has the distinct id
 */
export async function explainNumber(
  api: ExplainApi,
  asked: Question,
  who: Explained,
  point: NumberPoint = {},
): Promise<NumberExplanation> {
  const node = (asked["source"] ?? asked) as Question;
  const answer = api.post<Answer>("/query/", { query: node });
  if (node["kind"] === "FunnelsQuery") {
    const parts = await stepsOf(api, node, who);
    return { rule: toRule(node), is_counted: null, parts, hogql: (await answer).hogql ?? null };
  }
  const [owner, { hogql = null, results }] = await Promise.all([ownerOf(api, who), answer]);
  const counted = countedParts(node, point, results);
  const [isCounted, parts] = await Promise.all([
    isBehind(api, { node, point, owner }),
    Promise.all(counted.map((part) => partOf(api, part, owner))),
  ]);
  return { rule: toRule(node), is_counted: isCounted, parts, hogql };
}

interface Answer {
  hogql?: string | null;
  results: unknown;
}

async function stepsOf(api: ExplainApi, node: Question, who: Explained): Promise<NumberPart[]> {
  const { question } = await api.post<{ question: Question | null }>("/query/upgrade/", { query: node });
  const { insight: _, ...fields } = question ?? {};
  const body = { ...fields, explain: true, ...who };
  const { explanation } = await api.post<{ explanation?: FunnelExplanation | null }>("/insights/funnel/", body);
  return (explanation?.steps ?? []).map(({ name, event, reason, because_of: because }) => ({
    name,
    count: event === null ? 0 : 1,
    events: event === null ? [] : [event],
    reason: event === null ? reason : null,
    because_of: because,
  }));
}

/** Somebody's events, and how a list of actors has them. */
interface Owner {
  /** Fields of EventsQuery. */
  events: Question;
  /** One of the distinct ids. */
  distinctId: string;
}

async function ownerOf(api: ExplainApi, who: Explained): Promise<Owner> {
  if ("group_key" in who) throw new Error("Events are explained for persons, not for groups.");
  if ("person_id" in who) return toOwner(await api.get<PersonRecord>(`/persons/${who.person_id}/`));
  const { results } = await api.get<Page<PersonRecord>>("/persons/", { distinct_id: who.distinct_id, limit: 1 });
  if (results[0] !== undefined) return toOwner(results[0]);
  const key = { type: "event_metadata", key: "distinct_id", operator: "exact", value: who.distinct_id };
  const owner: Owner = { events: { fixedProperties: [key] }, distinctId: who.distinct_id };
  const query = { kind: "EventsQuery", select: ["uuid"], after: "all", limit: 1, ...owner.events };
  const found = await api.post<Rows>("/query/", { query });
  if (found.results.length === 0) throw new Error(`nobody has the distinct id '${who.distinct_id}'.`);
  return owner;
}

function toOwner({ uuid, distinct_ids: ids }: PersonRecord): Owner {
  return { events: { personId: uuid }, distinctId: ids[0] ?? "" };
}

interface Rows {
  results: unknown[][];
}

/** Is somebody among the actors of a number? Null = too many have a name like theirs to tell. */
async function isBehind(
  api: ExplainApi,
  { node, point, owner }: { node: Question; point: NumberPoint; owner: Owner },
): Promise<boolean | null> {
  const { cell, ...named } = point;
  if (Object.keys(named).length === 0 || node["kind"] === "PathsQuery") return null;
  const source = { kind: "InsightActorsQuery", source: node, ...named };
  const select = ["actor", ...(cell === undefined ? [] : ["appearances"])];
  const query = { kind: "ActorsQuery", source, select, search: owner.distinctId, limit: MOST_FOUND };
  const { results } = await api.post<Rows>("/query/", { query });
  const isFound = results.some(([actor, cells]) => {
    const { distinct_ids: ids = [] } = actor as { distinct_ids?: string[] };
    return ids.includes(owner.distinctId) && (cell === undefined || (cells as number[]).includes(cell));
  });
  return isFound || results.length < MOST_FOUND ? isFound : null;
}

/** The events of a person that count, else the nearest that does not, and why. */
async function partOf(api: ExplainApi, { name, source, bare, unit }: CountedPart, owner: Owner): Promise<NumberPart> {
  const ask = async (behind: Question) => {
    const query = { kind: "EventsQuery", source: behind, before: "2100-01-01", ...owner.events };
    const rows = { ...query, select: ["event", "timestamp", "uuid"], orderBy: ["timestamp DESC"], limit: MOST_EVENTS };
    const { results } = await api.post<Rows>("/query/", { query: rows });
    return results.map(([event, timestamp, uuid]) => ({ event, timestamp, uuid }) as MadeBy);
  };
  const events = await ask(source);
  if (events.length > 0) {
    const start = unit === null ? "uuid" : `toStartOf${unit}(timestamp)`;
    const select = ["count()", `count(DISTINCT ${start})`];
    const query = { kind: "EventsQuery", source, before: "2100-01-01", select, ...owner.events };
    const [[count = 0, units = 0] = []] = (await api.post<{ results: number[][] }>("/query/", { query })).results;
    const told = unit === null ? name : `${name}, in ${units} ${unit.toLowerCase()}${units === 1 ? "" : "s"}`;
    return { name: told, count, events, reason: null, because_of: null };
  }
  const none = { name, count: 0, events };
  const [filtered = null] = await ask(bare.inDates);
  if (filtered !== null) return { ...none, reason: "filtered_out", because_of: filtered };
  const [outside = null] = await ask(bare.ever);
  return { ...none, reason: outside === null ? "no_such_event" : "out_of_range", because_of: outside };
}

const REASONS: Record<NonNullable<NumberPart["reason"]>, string> = {
  no_such_event: "not counted: they never did this",
  filtered_out: "not counted: they did this, and the filters keep it out",
  out_of_range: "not counted: they did this only before or after the dates",
  out_of_window: "not counted: they did this after the conversion window had closed",
  wrong_order: "not counted: they did this only before the step before it",
  interrupted: "not counted: something else came in between",
  excluded: "not counted: an excluded event came in between",
  earlier_step_missing: "not counted: the step before it is missing",
};

/** Why nothing of a part counts, in words; null = something does. */
export function sayReason({ reason, count }: NumberPart): string | null {
  if (reason === null) return count === 0 ? "not counted" : null;
  return REASONS[reason];
}
