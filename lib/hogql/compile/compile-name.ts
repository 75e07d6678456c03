import { Refusal } from "../refusal.ts";
import type { NameNode } from "../language/tree.ts";
import { failToResolve, findColumn, findSource } from "./scope.ts";
import type { Scope, SourceScope } from "./scope.ts";
import { toEntry } from "./collection.ts";
import { nullable, PROPERTY } from "./type.ts";
import type { Type } from "./type.ts";
import { quote, quoteName, toProperty } from "./value.ts";
import type { Value } from "./value.ts";
import { sourceOfSession } from "../session-table.ts";
import { TABLES } from "../tables.ts";

/**
 * A name: an argument of a lambda, an alias, a table's column, or a member that a dot reaches. A nearer SELECT wins.
 * @throws Refusal when nothing has the name, or two sources have it
 */
export function compileName(scope: Scope, { parts }: NameNode): Value {
  const [first = ""] = parts;
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const known = at.variables.get(first) ?? at.aliases.get(first);
    if (known !== undefined) return reach(known, parts.slice(1), scope);
    const found = findInSources(at, parts);
    if (found !== null) return found;
    const pending = at.pending.get(first);
    if (pending !== undefined) return reach(pending(), parts.slice(1), scope);
  }
  return failToResolve(scope, parts.join("."));
}

function findInSources(scope: Scope, parts: readonly string[]): Value | null {
  const [first = "", second] = parts;
  const named = second === undefined ? undefined : findSource(scope, first);
  if (named !== undefined) {
    const found = findInSource(named, parts.slice(1), scope);
    if (found !== null) return found;
  }
  const holders = scope.sources.filter((source) => findColumn(source, first) !== undefined);
  const [holder] = holders;
  if (holders.length > 1 && !scope.shared.has(first)) {
    const names = holders.map(({ name }) => `${name}.${first}`).join(" and ");
    throw new Refusal(`Ambiguous field: ${first} may be ${names}.`);
  }
  if (holder !== undefined) return findInSource(holder, parts, scope);
  for (const source of scope.sources) {
    const related = findRelated(source, parts, scope);
    if (related !== null) return related;
  }
  return null;
}

function findInSource(source: SourceScope, parts: readonly string[], scope: Scope): Value | null {
  const [first = "", ...rest] = parts;
  const column = findColumn(source, first);
  const type = column === undefined ? undefined : source.columns.get(column);
  if (column === undefined || type === undefined) return findRelated(source, parts, scope);
  if (source.table === TABLES["sessions"]) source.readSession(column);
  return reach({ sql: `${source.sql}.${quoteName(column)}`, type }, rest, scope);
}

/** Members of a value: of JSON by their keys, of a tuple by their places. */
export function reach(value: Value, keys: readonly (string | number)[], scope: Scope): Value {
  if (keys.length === 0) return value;
  if (value.type.isJson || value.type.family === "any") {
    return { ...toProperty(value.sql, keys.map(toKey)), type: PROPERTY };
  }
  if (value.property !== undefined) return { ...toProperty(value.property.json, keys.map(toKey)), type: PROPERTY };
  const [place, ...rest] = keys;
  if (value.type.family === "map") return reach(toEntry(value, quote(String(place))), rest, scope);
  if (value.type.family === "tuple" && typeof place === "number") return reach(toMember(value, place), rest, scope);
  return failToResolve(scope, keys.join("."));
}

/** A key of JSON: places count from 1 as in arrays. */
function toKey(key: string | number): string | number {
  return typeof key === "number" ? Math.max(0, key - 1) : key;
}

/** The member of a tuple at a place, from 1. @throws Refusal when the tuple is shorter */
export function toMember({ sql, type }: Value, place: number): Value {
  const of = type.of[place - 1];
  if (of === undefined) throw new Refusal(`A tuple of ${type.of.length} has no member ${place}.`);
  return { sql: `(${sql} ->> '$[${place - 1}]')`, type: of };
}

const GROUP = /^group_([0-4])$/;

/** A value that a dot reaches from a row: `person.…`, `session.…`, `group_0.…`. */
function findRelated(source: SourceScope, parts: readonly string[], scope: Scope): Value | null {
  const [relation = "", column, ...rest] = parts;
  const relations = source.table?.relations ?? [];
  if (column === undefined) return null;
  const isPerson = relation === "person" || relation === "poe";
  if (isPerson && relations.includes("person")) return toPerson(source, column, rest, scope);
  if (relation === "person" && source.table === TABLES["persons"])
    return findInSource(source, [column, ...rest], scope);
  if (relation === "pdi" && relations.includes("person")) return toOwner(source, column, rest, scope);
  if (relation === "pdi" && source.table === TABLES["persons"]) return toIds(source, column);
  if (relation === "session" && relations.includes("session")) return toSession(source, column, rest, scope);
  const index = GROUP.exec(relation)?.[1];
  if (index !== undefined && relations.includes("group")) return toGroup(source, index, [column, ...rest], scope);
  return null;
}

function toPerson(source: SourceScope, column: string, rest: readonly string[], scope: Scope): Value {
  const personId = `${source.sql}."person_id"`;
  const type = typeOfColumn("persons", column, scope);
  if (column === "id" || column === "uuid") return { sql: personId, type };
  const wrap = (sql: string) => `(SELECT ${sql} FROM temp.persons WHERE id = ${personId})`;
  return lookUp(wrap, column, type, rest);
}

/** `pdi` is the row of a distinct id's owner, whose columns events have too. */
function toOwner(source: SourceScope, column: string, rest: readonly string[], scope: Scope): Value | null {
  if (column === "person") return toPerson(source, rest[0] ?? "id", rest.slice(1), scope);
  return ["person_id", "distinct_id"].includes(column) ? findInSource(source, [column, ...rest], scope) : null;
}

/** `persons.pdi`: a person's distinct ids, a row for each. */
function toIds(source: SourceScope, column: string): Value | null {
  const type = TABLES["person_distinct_ids"]?.columns[column];
  if (type === undefined) return null;
  source.areIdsJoined = true;
  return { sql: `${idsOf(source)}.${quoteName(column)}`, type: nullable(type) };
}

export function idsOf(source: SourceScope): string {
  return quoteName(`${source.sql.replaceAll('"', "")}.pdi`);
}

function toGroup(source: SourceScope, index: string, [column = "", ...rest]: readonly string[], scope: Scope): Value {
  const type = typeOfColumn("groups", column, scope);
  const key = `${source.sql}."$group_${index}"`;
  const wrap = (sql: string) =>
    `(SELECT ${sql} FROM temp.groups WHERE group_type_index = ${index} AND group_key = ${key})`;
  return lookUp(wrap, column, type, rest);
}

function lookUp(wrap: (sql: string) => string, column: string, type: Type, rest: readonly string[]): Value {
  if (rest.length === 0 || !type.isJson) {
    return { sql: wrap(quoteName(column)), type: { ...type, isNullable: true } };
  }
  return { ...toProperty(quoteName(column), rest, wrap), type: PROPERTY };
}

function toSession(source: SourceScope, column: string, rest: readonly string[], scope: Scope): Value {
  const type = typeOfColumn("sessions", column, scope);
  source.readSession(column);
  const sql = `hog_sessionof(${source.sql}."$session_id", ${quote(sourceOfSession(column) ?? "")})`;
  return reach({ sql, type: { ...type, isNullable: true } }, rest, scope);
}

function typeOfColumn(table: "persons" | "sessions" | "groups", column: string, scope: Scope): Type {
  const type = TABLES[table]?.columns[column];
  return type ?? failToResolve(scope, `${table}.${column}`);
}
