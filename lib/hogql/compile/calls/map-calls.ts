import { requireCount, wrongType } from "../call.ts";
import type { Call, CompileCall } from "../call.ts";
import { toMap } from "../collection.ts";
import { toMember } from "../compile-name.ts";
import { ANY, arrayOf, isFloat, mapOf, STRING, UINT8 } from "../type.ts";
import type { Type } from "../type.ts";
import { quoteName, toCondition, toJsonMember, toText } from "../value.ts";
import type { Value } from "../value.ts";
import { compileLambda } from "./array-rows.ts";

function requireMap(call: Call, index = 0): Value {
  const map = call.arg(index);
  if (map.type.family !== "map") throw wrongType(call, map);
  return map;
}

/** A key of its type, from JSON's text. */
function keyOf({ of }: Type, sql: string): Value {
  const type = of[0] ?? STRING;
  if (type.family !== "number") return { sql, type };
  return { sql: `CAST(${sql} AS ${isFloat(type) ? "REAL" : "INTEGER"})`, type };
}

function entriesOf(call: Call, map: Value) {
  const name = quoteName(call.compilation.unique());
  const value = { sql: `${name}.value`, type: map.type.of[1] ?? ANY };
  return { from: `json_each(${map.sql}) AS ${name}`, text: `${name}.key`, key: keyOf(map.type, `${name}.key`), value };
}

function column(name: "key" | "value"): CompileCall {
  return (call) => {
    requireCount(call, 1);
    const { from, [name]: member } = entriesOf(call, requireMap(call));
    return { sql: `(SELECT json_group_array(${toJsonMember(member)}) FROM ${from})`, type: arrayOf(member.type) };
  };
}

function hasKey(call: Call): Value {
  requireCount(call, 2);
  const key = toText(call.arg(1), call.compilation).sql;
  return { sql: `(${key} IN (SELECT key FROM json_each(${requireMap(call).sql})))`, type: UINT8 };
}

function kept(call: Call, map: Value, condition: (entry: ReturnType<typeof entriesOf>) => string): Value {
  const entry = entriesOf(call, map);
  const sql = `(SELECT json_group_object(${entry.text}, ${toJsonMember(entry.value)}) FROM ${entry.from} WHERE ${condition(entry)})`;
  return { sql, type: map.type };
}

/** The lambda of a key and a value, for entries of the map behind it. */
function lambdaOf(call: Call): (entry: ReturnType<typeof entriesOf>) => Value {
  requireCount(call, 2);
  const [lambda] = call.node.args;
  if (lambda?.kind !== "lambda") throw wrongType(call, call.arg(0));
  return ({ key, value }) => compileLambda(call, lambda, [key, value]);
}

/** The map behind a lambda, which is no value. */
function mapBehind(call: Call): Value {
  const map = call.compilation.expression(call.scope, call.node.args[1] as Call["node"]);
  if (map.type.family !== "map") throw wrongType(call, map);
  return map;
}

function mapFilter(call: Call): Value {
  const condition = lambdaOf(call);
  return kept(call, mapBehind(call), (entry) => toCondition(condition(entry), call.compilation));
}

function mapApply(call: Call): Value {
  const lambda = lambdaOf(call);
  const entry = entriesOf(call, mapBehind(call));
  const pair = lambda(entry);
  if (pair.type.family !== "tuple") throw wrongType(call, pair);
  const [key, value] = [toMember(pair, 1), toMember(pair, 2)];
  const sql = `(SELECT json_group_object(CAST(${key.sql} AS TEXT), ${toJsonMember(value)}) FROM ${entry.from})`;
  return { sql, type: mapOf(key.type, value.type) };
}

/** Merges maps, entry by entry. */
function merged(name: string): CompileCall {
  return (call) => {
    requireCount(call, 2, Infinity);
    const maps = call.args().map((_, index) => requireMap(call, index));
    return { sql: `hog_${name}(${maps.map(({ sql }) => sql).join(", ")})`, type: (maps[0] as Value).type };
  };
}

const ofPattern = (call: Call) => toText(call.arg(1), call.compilation).sql;

export const MAP_CALLS: Readonly<Record<string, CompileCall>> = {
  map: (call) => toMap(call.compilation, call.args()),
  mapFromArrays: (call) => {
    requireCount(call, 2);
    const [keys, values] = [call.arg(0), call.arg(1)];
    if (keys.type.family !== "array" || values.type.family !== "array") throw wrongType(call, keys);
    const type = mapOf(keys.type.of[0] ?? STRING, values.type.of[0] ?? ANY);
    return { sql: `hog_mapfromarrays(${keys.sql}, ${values.sql})`, type };
  },
  mapKeys: column("key"),
  mapValues: column("value"),
  mapContains: hasKey,
  mapContainsKey: hasKey,
  mapContainsKeyLike: (call) => {
    requireCount(call, 2);
    const { from, text } = entriesOf(call, requireMap(call));
    return { sql: `EXISTS (SELECT 1 FROM ${from} WHERE hog_like(${text}, ${ofPattern(call)}))`, type: UINT8 };
  },
  mapExtractKeyLike: (call) => {
    requireCount(call, 2);
    return kept(call, requireMap(call), ({ text }) => `hog_like(${text}, ${ofPattern(call)})`);
  },
  mapFilter,
  mapApply,
  mapAdd: merged("mapadd"),
  mapSubtract: merged("mapsubtract"),
  mapUpdate: merged("mapupdate"),
  mapConcat: merged("mapupdate"),
  /** Fills in whole numbers from the smallest key to the largest, or to another end, with the value 0. */
  mapPopulateSeries: (call) => {
    requireCount(call, 1, 2);
    const map = requireMap(call);
    const end = call.node.args.length > 1 ? `, ${call.arg(1).sql}` : "";
    return { sql: `hog_mappopulateseries(${map.sql}${end})`, type: map.type };
  },
};
