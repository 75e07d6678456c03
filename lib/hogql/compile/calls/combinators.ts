import type { Call } from "../call.ts";
import { wrongType } from "../call.ts";
import { Refusal } from "../../refusal.ts";
import { ANY, arrayOf, mapOf, STRING, tupleOf } from "../type.ts";
import type { Type } from "../type.ts";
import { quoteName, toJsonMember } from "../value.ts";
import type { Value } from "../value.ts";
import { finishCore } from "./aggregate.ts";
import type { Aggregate, Core } from "./aggregate.ts";
import { arraySql } from "./array-rows.ts";

/**
 * Suffixes that run an aggregate over other values: members of arrays, members at each place, values of each key, or
 * rows with the least or greatest of another value.
 */
export const COMBINATORS = ["array", "foreach", "map", "argmin", "argmax"] as const;
export type Combinator = (typeof COMBINATORS)[number];

/** Gathers the rows' values as JSON; a SELECT runs the aggregate over it. */
export function combine(call: Call, aggregate: Aggregate, args: readonly Value[], combinator: Combinator): Core {
  if (call.node.over !== null) throw new Refusal(`${call.name} cannot run over a window.`);
  // SQLite would move an aggregate without a column to the SELECT inside.
  if (!namesColumn(call.node.args)) throw new Refusal(`${call.name} needs a column in its arguments.`);
  const run = (values: Value[]) => runOver(call, aggregate, values);
  const gathered = args.map((arg) =>
    isOfCollections(combinator) && arg.type.family !== "map" ? `json(${arraySql(call, arg)})` : toJsonMember(arg),
  );
  const sql = `json_group_array(json_array(${gathered.join(", ")}))`;
  const parts = { call, args, run, row: quoteName(call.compilation.unique()) };
  return { sql, ...COMBINED[combinator](parts) };
}

function namesColumn(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  return (part as { kind?: string }).kind === "name" || Object.values(part).some(namesColumn);
}

const isOfCollections = (combinator: Combinator) => !combinator.startsWith("arg");

/** The aggregate over the rows of a SELECT. */
function runOver(call: Call, aggregate: Aggregate, values: Value[]): Value {
  const scope = { ...call.scope, countedBy: null };
  const node = { ...call.node, args: call.node.args.slice(0, values.length) };
  const core = aggregate({ ...call, scope, node, args: () => values }, values);
  const filtered = core.where === undefined ? core.sql : `${core.sql} FILTER (WHERE ${core.where})`;
  return { sql: finishCore(core, filtered), type: core.type };
}

interface Parts {
  call: Call;
  args: readonly Value[];
  run: (values: Value[]) => Value;
  /** Name of a gathered row. */
  row: string;
}

type Finished = Required<Pick<Core, "finish" | "type">>;

/** Members of a row's arrays, or maps, side by side. */
function membersOf({ call, args, row }: Parts, memberAt: number) {
  if (args.length === 0) throw new Refusal(`Aggregate function ${call.name} requires an argument.`);
  const names = args.map(() => quoteName(call.compilation.unique()));
  const values = args.map(({ type }, index): Value => ({
    sql: `${names[index]}.value`,
    type: type.of[memberAt] ?? ANY,
  }));
  const from = names.map((name, index) => {
    const source = `json_each(${row}.value -> '$[${index}]') AS ${name}`;
    return index === 0 ? source : `JOIN ${source} ON ${name}.key = ${names[0]}.key`;
  });
  return {
    key: `${names[0]}.key`,
    values,
    from: (made: string) => `json_each(${made}) AS ${row} JOIN ${from.join(" ")}`,
  };
}

function overMembers(parts: Parts): Finished {
  const { values, from } = membersOf(parts, 0);
  const { sql, type } = parts.run(values);
  return { type, finish: (made) => `(SELECT ${sql} FROM ${from(made)})` };
}

/** A value of each group, as JSON. */
const grouped = (collected: string, key: string, value: Value, from: string, condition = "") =>
  `(SELECT ${collected} FROM (SELECT ${key} AS k, ${value.sql} AS v FROM ${from} GROUP BY ${key}${condition}))`;

const memberSql = ({ type }: Value) => toJsonMember({ sql: "v", type });

function overPlaces(parts: Parts): Finished {
  const { key, values, from } = membersOf(parts, 0);
  const value = parts.run(values);
  const collected = `json_group_array(${memberSql(value)} ORDER BY k)`;
  return { type: arrayOf(value.type), finish: (made) => grouped(collected, key, value, from(made)) };
}

/** Sums and similar figures by the keys of maps, or of arrays of keys and of values. */
function overKeys(parts: Parts): Finished {
  const [first, second] = parts.args;
  if (first?.type.family === "map") {
    const { key, values, from } = membersOf(parts, 1);
    const value = parts.run(values);
    const type = mapOf(first.type.of[0] ?? STRING, value.type);
    const collected = `json_group_object(k, ${memberSql(value)})`;
    return { type, finish: (made) => grouped(collected, key, value, from(made)) };
  }
  if (first === undefined || second === undefined) throw wrongType(parts.call, first ?? { sql: "", type: ANY });
  const { values, from } = membersOf(parts, 0);
  const [key, ...rest] = values as [Value, ...Value[]];
  const value = parts.run(rest);
  const collected = `json_array(json_group_array(k ORDER BY k), json_group_array(${memberSql(value)} ORDER BY k))`;
  const type = tupleOf([arrayOf(key.type), arrayOf(value.type)]);
  // As in ClickHouse, without keys whose sum is 0.
  const condition = parts.call.name.toLowerCase().startsWith("sum") ? " HAVING v <> 0" : "";
  return { type, finish: (made) => grouped(collected, key.sql, value, from(made), condition) };
}

function overBest(name: "min" | "max") {
  return ({ call, args, run, row }: Parts): Finished => {
    const last = args.length - 1;
    if (last < 0) throw new Refusal(`Aggregate function ${call.name} requires two arguments.`);
    const at = (index: number) => `(${row}.value ->> '$[${index}]')`;
    const { sql, type } = run(args.slice(0, -1).map((arg, index) => ({ sql: at(index), type: plain(arg.type) })));
    const best = `(SELECT ${name}(value ->> '$[${last}]') FROM json_each(`;
    return {
      type,
      finish: (made) => `(SELECT ${sql} FROM json_each(${made}) AS ${row} WHERE ${at(last)} = ${best}${made})))`,
    };
  };
}

/** A gathered property may have any type. */
const plain = (type: Type): Type => (type.family === "property" ? ANY : type);

const COMBINED: Readonly<Record<Combinator, (parts: Parts) => Finished>> = {
  array: overMembers,
  foreach: overPlaces,
  map: overKeys,
  argmin: overBest("min"),
  argmax: overBest("max"),
};
