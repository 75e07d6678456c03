import type { Expression, SelectCore } from "../language/tree.ts";
import { TABLES } from "../tables.ts";
import type { Compilation, TimeBounds } from "./compilation.ts";
import type { Scope, SourceScope } from "./scope.ts";
import { quoteName, toTime } from "./value.ts";

// Finds the bounds that WHERE sets on times of events, so that only chunks of these hours are read
// (`lib/sql/event-range.ts`). Bounds may be too wide, never too narrow: WHERE still tests each event.

/** Notes the bounds of each table of events that a SELECT reads. */
export function noteEventTimes(compilation: Compilation, scope: Scope, { where }: SelectCore): void {
  for (const source of scope.sources) {
    if (source.table === TABLES["events"]) compilation.readEvents(boundsOf(compilation, scope, source, where));
  }
}

function boundsOf(compilation: Compilation, scope: Scope, source: SourceScope, where: Expression | null): TimeBounds {
  const lows: string[] = [];
  const highs: string[] = [];
  const time = timeOf(source);
  const isTime = (node: Expression) => node.kind === "name" && compilation.expression(scope, node).sql === time;
  const add = (to: string[], node: Expression) => {
    const sql = isClosed(node) ? toTime(compilation.expression(scope, node)) : null;
    if (sql !== null) to.push(sql);
  };
  for (const test of where === null ? [] : conditionsOf(where)) {
    if (test.kind === "placeholder" && test.path.join(".") === "filters") {
      const { range } = compilation.expression(scope, test);
      if (range?.source !== source.sql) continue;
      if (range.fromMs !== null) lows.push(String(range.fromMs));
      if (range.untilMs !== null) highs.push(String(range.untilMs));
    }
    if (test.kind === "between" && !test.isNot && isTime(test.arg)) {
      add(lows, test.low);
      add(highs, test.high);
    }
    if (test.kind !== "binary") continue;
    const [left, right] = [isTime(test.left), isTime(test.right)];
    if (left === right) continue;
    const [operator, bound] = left ? [test.operator, test.right] : [FLIPPED[test.operator] ?? "", test.left];
    if (LOWER.has(operator)) add(lows, bound);
    if (UPPER.has(operator)) add(highs, bound);
  }
  return { low: joined("max", lows), high: joined("min", highs) };
}

/** SQL of the column of time. */
export function timeOf(source: SourceScope): string {
  return `${source.sql}.${quoteName("timestamp")}`;
}

const LOWER = new Set([">", ">=", "=", "=="]);
const UPPER = new Set(["<", "<=", "=", "=="]);

const FLIPPED: Readonly<Record<string, string>> = { ">": "<", ">=": "<=", "<": ">", "<=": ">=", "=": "=", "==": "==" };

function joined(name: "min" | "max", parts: readonly string[]): string | null {
  if (parts.length === 0) return null;
  return parts.length === 1 ? (parts[0] as string) : `${name}(${parts.join(", ")})`;
}

/** Conditions that must all be true. */
function conditionsOf(where: Expression): Expression[] {
  if (where.kind === "binary" && where.operator === "and")
    return [...conditionsOf(where.left), ...conditionsOf(where.right)];
  return [where];
}

/** Has the expression one value for all rows? */
function isClosed(node: Expression): boolean {
  switch (node.kind) {
    case "constant":
      return true;
    case "placeholder":
      return node.path.join(".") !== "filters";
    case "unary":
    case "cast":
      return isClosed(node.arg);
    case "binary":
      return isClosed(node.left) && isClosed(node.right);
    case "interval":
      return isClosed(node.count);
    case "call":
      return node.over === null && node.filter === null && node.args.every(isClosed);
    default:
      return false;
  }
}
