import type { ActorKind, ActorPage, Paging } from "../../../lib/engine.ts";
import type { Asking } from "./asking.ts";
import { literal } from "./literals.ts";
import { unsupported } from "./unsupported.ts";
import { numberLiteral } from "./value-test.ts";

/** The order of a list: by ascending keys, or by values, the highest first; see `ActorList`. */
type Order = "keys" | "values" | "values, keys descending";

/** A list of actors: one row each. */
interface List {
  /** A subquery with the column `key`, and `value` where actors have values. */
  sql: string;
  actors: ActorKind;
  order: Order;
  /** Does the list have values? A list that is ordered by values always has. */
  hasValues?: boolean;
  /** A further column to read. */
  extra?: string;
  page: Paging;
}

/** Beyond the basic plane, UTF-16 (hoglet's order) and UTF-8 sort differently. */
const ASTRAL = String.raw`[\x{10000}-\x{10ffff}]`;

/**
 * Reads a page of a list.
 * @returns the page, and the extra column of its actors
 * @throws Unsupported where texts have another order in ClickHouse
 */
export async function readActorPage<Extra = unknown>(
  { sql, actors, order, page, hasValues = order !== "keys", extra }: List,
  asking: Asking,
): Promise<{ page: ActorPage; extras: Extra[] }> {
  const { after, skip, limit } = page;
  const columns = `key, ${hasValues ? "toFloat64(value)" : "0"}, ${extra ?? "0"}`;
  const isAfter = after === null ? "1" : isAfterCursor(after, actors, order);
  const found = await asking.connection.rows<[number | string, number, Extra]>(
    `SELECT ${columns} FROM (${sql}) WHERE ${isAfter} ORDER BY ${toOrder(actors, order)} LIMIT ${limit + 1} OFFSET ${skip}`,
    asking,
  );
  const shown = found.slice(0, limit);
  const keys = shown.map(([key]) => key);
  const values = shown.map(([, value]) => Number(value));
  const [last, lastValue] = [keys.at(-1), values.at(-1)];
  const key = actors.by === "persons" ? Number(last) : String(last);
  const hasMore = found.length > limit && last !== undefined && lastValue !== undefined;
  return {
    page: {
      ...(actors.by === "persons"
        ? { by: actors.by, ids: Float64Array.from(keys, Number) }
        : { ...actors, keys: keys.map(String) }),
      ...(hasValues && { values: Float64Array.from(values) }),
      next: hasMore ? (order === "keys" ? { key } : { key, value: lastValue }) : null,
    },
    extras: shown.map(([, , own]) => own),
  };
}

/** A page without actors. */
export function emptyPage(actors: ActorKind, hasValues = false): ActorPage {
  const values = hasValues ? { values: new Float64Array(0) } : {};
  return actors.by === "persons"
    ? { by: actors.by, ids: new Float64Array(0), ...values, next: null }
    : { ...actors, keys: [], ...values, next: null };
}

/** An actor's key as ClickHouse orders it. Ascending: persons, then personless actors from −1 on. */
function sortKey({ by }: ActorKind, order: Order): string {
  if (by === "groups") return `if(throwIf(match(key, ${literal(ASTRAL)})) = 0, key, '')`;
  return order === "values, keys descending" ? "key" : "(key < 0, abs(key))";
}

function toOrder(actors: ActorKind, order: Order): string {
  const key = sortKey(actors, order);
  if (order === "keys") return key;
  return `value DESC, ${key}${order === "values" ? "" : " DESC"}`;
}

function isAfterCursor({ key, value = 0 }: NonNullable<Paging["after"]>, actors: ActorKind, order: Order): string {
  const own = sortKey(actors, order);
  const sign = order === "values, keys descending" ? "<" : ">";
  const isLater = `${own} ${sign} ${toSortKey(key, actors, order)}`;
  if (order === "keys") return isLater;
  const limit = numberLiteral(value);
  return `(toFloat64(value) < ${limit} OR (toFloat64(value) = ${limit} AND ${isLater}))`;
}

function toSortKey(key: number | string, { by }: ActorKind, order: Order): string {
  if (by === "groups") {
    if (/[\u{10000}-\u{10ffff}]/u.test(String(key))) unsupported("a group's key");
    return literal(String(key));
  }
  const number = Math.trunc(Number(key));
  if (!Number.isSafeInteger(number)) unsupported("a cursor");
  return order === "values, keys descending" ? `${number}` : `(${number < 0 ? 1 : 0}, ${Math.abs(number)})`;
}
