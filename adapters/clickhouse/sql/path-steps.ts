import type { PathItems, PathsPlan } from "../../../lib/engine.ts";
import type { Asking } from "./asking.ts";
import { list, literal } from "./literals.ts";
import { openRows } from "./rows.ts";
import type { Rows } from "./rows.ts";
import { unsupported } from "./unsupported.ts";

/** Items that get numbers, about 2 MB of a statement. With more, steps have texts. */
const MAX_ITEMS = 50_000;

/** Bits of a step: time and number of the item. */
const WIDTH = 64;

/** Bits of the number that sorts steps, with the order of arrival between: a whole number of JavaScript. */
const SORTED_WIDTH = 128;
const PLACE_BITS = 53;

/** Stands for the middle of a path between two points that was too long. */
const GAP = "...";

/** The form of steps. Items are compared and grouped, and have texts. */
export interface PathSteps {
  /** A row's item, over `ms`, `seq` and the columns of `rows`. */
  ofRow(rows: Rows): string;
  /** An actor's steps in order, over its rows with their `item`. */
  list: string;
  time(step: string): string;
  item(step: string): string;
  /** Null = no row has the item. */
  named(text: string): string | null;
  text(item: string): string;
  /** A step at another's time, in place of steps that are left out. */
  gap(step: string): string;
}

/** Numbers are much cheaper to group, sort and compare than tuples with texts: items are read first, and numbered. */
export async function pathSteps(plan: PathsPlan, asking: Asking): Promise<PathSteps> {
  const fromMs = Math.floor(plan.range.fromMs);
  const timeBits = Math.ceil(Math.log2(Math.max(plan.range.untilMs - fromMs, 1) + 1));
  const rows = openRows(asking.connection, plan.projectId, plan.cohorts);
  const item = itemOf(plan.items, rows);
  const test = rows.selection({ ...plan.select, needsPerson: false });
  const sql = `SELECT DISTINCT ${item} AS item FROM ${rows.from(plan.range)} WHERE ${test} LIMIT ${MAX_ITEMS + 1}`;
  const found = timeBits + 1 > WIDTH ? [] : await asking.connection.rows<[string]>(sql, asking);
  const texts = [...new Set(["", GAP, ...found.map(([text]) => text)])];
  const bits = Math.ceil(Math.log2(texts.length));
  const isShort = found.length <= MAX_ITEMS && timeBits + bits <= WIDTH && timeBits + PLACE_BITS + bits <= SORTED_WIDTH;
  return isShort ? numbers(plan, { fromMs, texts, bits }) : tuples(plan);
}

function numbers(
  { items }: PathsPlan,
  { fromMs, texts, bits }: { fromMs: number; texts: readonly string[]; bits: number },
): PathSteps {
  const numberOf = new Map(texts.map((text, number) => [text, number]));
  const known = `[${texts.map(literal).join(",")}]`;
  const itemNumberSql = (text: string) =>
    `transform(${text}, ${known}, CAST([${list([...numberOf.values()])}], 'Array(UInt32)'), toUInt32(0))`;
  const row = `bitOr(bitShiftLeft(toUInt128(ms - ${fromMs}), ${PLACE_BITS + bits}), bitOr(bitShiftLeft(toUInt128(seq), ${bits}), item))`;
  const short = `bitOr(bitShiftLeft(toUInt64(bitShiftRight(row, ${PLACE_BITS + bits})), ${bits}), bitAnd(toUInt64(row), ${2 ** bits - 1}))`;
  return {
    ofRow: (rows) => rows.early(() => choose(items, rows, itemNumberSql)),
    list: `arrayMap(row -> ${short}, arraySort(groupArray(${row})))`,
    time: (step) => `bitShiftRight(${step}, ${bits})`,
    item: (step) => `bitAnd(${step}, ${2 ** bits - 1})`,
    named: (text) => numberOf.get(text)?.toString() ?? null,
    text: (item) => `${known}[${item} + 1]`,
    gap: (step) => `bitOr(bitShiftLeft(bitShiftRight(${step}, ${bits}), ${bits}), toUInt64(${numberOf.get(GAP)}))`,
  };
}

/** Steps of too many items: tuples of time, arrival and the item's text. */
function tuples({ items }: PathsPlan): PathSteps {
  return {
    ofRow: (rows) => itemOf(items, rows),
    list: "arraySort(groupArray((ms, seq, item)))",
    time: (step) => `${step}.1`,
    item: (step) => `${step}.3`,
    named: literal,
    text: (item) => item,
    gap: (step) => `(${step}.1, toUInt64(0), ${literal(GAP)})`,
  };
}

/** The item of an event, before items are left out. */
function itemOf(items: PathItems, rows: Rows): string {
  return choose(items, rows, (text) => text);
}

/** An event's item, with each of its possible texts in another form. */
function choose(
  { translations, expression, replacements, groupings }: PathItems,
  rows: Rows,
  form: (text: string) => string,
): string {
  if (replacements.length > 0 || groupings.length > 0) unsupported("items by patterns");
  if (expression !== null) unsupported("items by expressions");
  const choices = translations.flatMap(({ event, key, trimSlash }) => {
    const text = rows.textOf(event, key);
    const trimmed = `if(length(${text}) > 1 AND endsWith(${text}, '/'), substring(${text}, 1, length(${text}) - 1), ${text})`;
    return [`event = ${literal(event)}`, form(trimSlash ? trimmed : text)];
  });
  const name = form("toString(event)");
  return choices.length === 0 ? name : `multiIf(${choices.join(", ")}, ${name})`;
}
