import { MIN_ITEM_ACTORS, MIN_ITEM_PART, strongestItems } from "../../../lib/engine.ts";
import type { CorrelationAnswer, CorrelationCount, CorrelationPlan, CorrelationWhat } from "../../../lib/engine.ts";
import type { Asking } from "./asking.ts";
import { bestIntervals } from "./best-intervals.ts";
import { literal } from "./literals.ts";
import { openRows } from "./rows.ts";
import { unsupported } from "./unsupported.ts";

/** Groups of counted actors: with an item, all, or with a key, whose value may be empty. */
const [ITEM, ALL, KEY] = [0, 1, 2];

type Found = [counted: [group: number, event: string, key: string, value: string], success: number, failure: number];

type By<Kind extends CorrelationWhat["by"]> = Extract<CorrelationWhat, { by: Kind }>;

/**
 * Counts the distinct items of an ordered funnel's actors in their intervals (`best-intervals`). Items of too few
 * actors stay in ClickHouse; the code of columns chooses the strongest.
 */
export async function correlation(plan: CorrelationPlan, asking: Asking): Promise<CorrelationAnswer> {
  const { funnel, entered, what } = plan;
  if (entered.length === 0) return { success: 0, failure: 0, items: [] };
  const all = bestIntervals(funnel, plan.cohorts ?? [], asking);
  const actors = `SELECT actor_key, best = ${funnel.steps.length} AS is_success, from_ms, until_ms FROM (${all}) WHERE best IN (${entered.join(",")})`;
  const items = what.by === "properties" ? ofActors(plan, what, actors, asking) : ofEvents(plan, what, actors, asking);
  const counts = `SELECT counted, countIf(is_success) AS success, countIf(NOT is_success) AS failure
    FROM (SELECT is_success, arrayJoin(arrayConcat([(toUInt8(${ALL}), '', '', '')], items)) AS counted FROM (${items})) GROUP BY counted`;
  const minActors = what.by === "event_properties" ? what.minActors : 0;
  const isFrequent = `success + failure >= least(${MIN_ITEM_ACTORS}, ${MIN_ITEM_PART} * size) AND success + failure > ${minActors}`;
  const found = await asking.connection.rows<Found>(
    `SELECT counted, success, failure FROM (SELECT *, maxIf(success + failure, counted.1 = ${ALL}) OVER () AS size FROM (${counts}))
     WHERE counted.1 != ${ITEM} OR (${isFrequent})`,
    asking,
  );
  const [, success = 0, failure = 0] = found.find(([[group]]) => group === ALL) ?? [];
  const totals = { success: Number(success), failure: Number(failure) };
  const counted = found.filter(([[group]]) => group === ITEM).map((each): CorrelationCount => toCount(each, what));
  const missing = what.by === "properties" ? missingOf(found, what, totals) : [];
  return strongestItems({ ...totals, items: [...counted, ...missing] }, plan);
}

/** Items of events inside each actor's interval, both ends left out. An actor without such an event has none. */
function ofEvents(
  { funnel, range, cohorts }: CorrelationPlan,
  what: By<"events"> | By<"event_properties">,
  actors: string,
  asking: Asking,
): string {
  const rows = openRows(asking.connection, funnel.projectId, cohorts);
  const names: readonly (string | null)[] = what.by === "events" ? [null] : what.names;
  if (names.includes("$autocapture")) unsupported("elements");
  const all = { type: "AND" as const, values: [] };
  const anyOf = names.map((event) => ({ event, filter: all }));
  const test = rows.selection({ anyOf, filter: all, needsPerson: false, needsSession: false });
  const key = rows.actor(funnel.actors);
  const isInside = "has_row = 1 AND ms > from_ms AND ms < until_ms";
  const pairs =
    what.by === "events"
      ? ""
      : `, ${pairsOf("toString(event)", `NOT ${isOneOf("key", what.exceptProperties)}`)} AS pairs`;
  const events = `SELECT ${key} AS actor_key, ms, event, 1 AS has_row${pairs} FROM ${rows.from(range)} WHERE ${test}`;
  const joined = `(${events}) AS e RIGHT JOIN (${actors}) AS a USING (actor_key)`;
  const items =
    what.by === "events"
      ? `arrayMap(event -> (toUInt8(0), toString(event), '', ''), groupUniqArrayIf(event, ${isInside} AND NOT ${isOneOf("event", what.exceptNames)}))`
      : `groupUniqArrayArrayIf(pairs, ${isInside})`;
  return `SELECT any(is_success) AS is_success, ${items} AS items FROM ${joined} GROUP BY actor_key`;
}

/** Current properties of each actor, and their keys: an empty value counts as none, but shows that the key exists. */
function ofActors({ funnel }: CorrelationPlan, what: By<"properties">, actors: string, { connection }: Asking): string {
  const { projectId, actors: kind } = funnel;
  const state =
    kind.by === "persons"
      ? `SELECT id AS actor_key, text FROM ${connection.table("persons")} FINAL WHERE project_id = ${projectId}`
      : `SELECT key AS actor_key, text FROM ${connection.table("groups")} FINAL WHERE project_id = ${projectId} AND idx = ${kind.groupTypeIndex}`;
  const keys = what.keys?.filter((key) => !what.exceptKeys.includes(key)) ?? null;
  const pairs = pairsOf("''", keys === null ? `NOT ${isOneOf("key", what.exceptKeys)}` : isOneOf("key", keys));
  const withKeys = `arrayConcat(arrayFilter(p -> p.4 != '', pairs), arrayMap(p -> (toUInt8(${KEY}), '', p.3, if(p.4 = '', '', 'some')), pairs))`;
  return `SELECT is_success, ${pairs} AS pairs, ${withKeys} AS items FROM (${actors}) AS a LEFT ANY JOIN (${state}) AS s USING (actor_key)`;
}

/** A row's properties as items. @param isWanted the test of a `key` */
function pairsOf(event: string, isWanted: string): string {
  const keys = `arrayFilter(key -> ${isWanted}, mapKeys(text))`;
  const values = `arrayFilter((value, key) -> ${isWanted}, mapValues(text), mapKeys(text))`;
  return `arrayMap((key, value) -> (toUInt8(0), ${event}, toString(key), value), ${keys}, ${values})`;
}

function isOneOf(column: string, texts: readonly string[]): string {
  return texts.length === 0 ? "0" : `(${column} IN (${texts.map(literal).join(",")}))`;
}

function toCount([[, event, key, value], success, failure]: Found, what: CorrelationWhat): CorrelationCount {
  const counts = { success: Number(success), failure: Number(failure) };
  switch (what.by) {
    case "events":
      return { item: { by: "event", event }, ...counts };
    case "event_properties":
      return { item: { by: "event_property", event, key, value }, ...counts };
    case "properties":
      return { item: { by: "property", key, value }, ...counts };
  }
}

/** The actors without a property, or with an empty value, for each key. */
function missingOf(
  found: readonly Found[],
  { keys, exceptKeys }: By<"properties">,
  totals: { success: number; failure: number },
): CorrelationCount[] {
  const missing = new Map((keys ?? []).filter((key) => !exceptKeys.includes(key)).map((key) => [key, totals]));
  for (const [[group, , key, value], success, failure] of found) {
    if (group !== KEY) continue;
    if (value !== "")
      missing.set(key, { success: totals.success - Number(success), failure: totals.failure - Number(failure) });
    else if (!missing.has(key)) missing.set(key, totals);
  }
  return [...missing]
    .filter(([, { success, failure }]) => success + failure > 0)
    .map(([key, { success, failure }]) => ({ item: { by: "property", key, value: "" }, success, failure }));
}
