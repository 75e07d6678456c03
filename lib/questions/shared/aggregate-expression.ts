import { invalid } from "../../base/errors.ts";
import { checkExpression, parseSingleExpression, Refusal } from "../../hogql/index.ts";
import type { Aggregate, Counting } from "../../port/counting.ts";
import { bare, isPerson, propertyOf } from "./expression-source.ts";
import type { Expression } from "./expression-source.ts";

/** Statistics that engines count without SQL. */
const STATISTICS: Readonly<Record<string, (level: number) => Aggregate>> = {
  sum: () => ({ name: "sum" }),
  avg: () => ({ name: "avg" }),
  min: () => ({ name: "min" }),
  max: () => ({ name: "max" }),
  median: () => ({ name: "quantile", level: 0.5 }),
  quantile: (level) => ({ name: "quantile", level }),
};

/** Names of `count(DISTINCT …)`. */
const UNIQUE = new Set(["uniq", "uniqexact", "countdistinct"]);

/**
 * Reads the expression of the math `hogql`. An aggregate of one property that engines know is counted without SQL.
 * @throws HogletError 400 naming the field
 */
export function parseAggregate(text: string, attr: string): Counting {
  try {
    const node = parseSingleExpression(text);
    // Any zone will do: it decides how times are printed, not what compiles.
    checkExpression(text, "total", { timezone: "UTC", subject: "event" });
    return readPlain(bare(node)) ?? toExpression(text);
  } catch (error) {
    if (error instanceof Refusal) throw invalid(attr, `${error.message} (in: ${text.slice(0, 200)})`, error.code);
    throw error;
  }
}

function toExpression(text: string): Counting {
  return { by: "expression", total: { type: "hogql", as: "total", key: text } };
}

/** The engine's own counting of an aggregate; null = it has none. */
function readPlain(node: Expression): Counting | null {
  if (node.kind !== "call" || node.filter !== null || node.orderBy.length > 0) return null;
  const [arg, ...more] = node.args;
  const name = node.name.toLowerCase();
  if (more.length > 0) return null;
  if (name === "count" && !node.isDistinct) return arg === undefined || arg.kind === "star" ? { by: "events" } : null;
  if (name === "count" || UNIQUE.has(name)) return arg !== undefined && isPerson(arg) ? { by: "actors" } : null;
  const statistic = Object.hasOwn(STATISTICS, name) && !node.isDistinct ? STATISTICS[name] : undefined;
  const key = arg === undefined ? null : numberOf(arg);
  const [level] = node.parameters ?? [];
  if (statistic === undefined || key === null || (level !== undefined && level.kind !== "constant")) return null;
  return { by: "numbers", key, aggregate: statistic(Number(level?.value ?? 0.5)) };
}

/** The property that an expression takes as a number. */
function numberOf(node: Expression): string | null {
  const isCast = node.kind === "call" && /^toFloat(?:64)?$/i.test(node.name) && node.args.length === 1;
  return isCast ? numberOf(node.args[0] as Expression) : propertyOf(node);
}
