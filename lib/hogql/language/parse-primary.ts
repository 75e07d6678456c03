import type { Cursor } from "./cursor.ts";
import { isCallable, isReserved } from "./keywords.ts";
import { parseCall } from "./parse-call.ts";
import { parseList } from "./parse-list.ts";
import { parseName, spanned, toCall } from "./parse-name.ts";
import { parseTypeName } from "./parse-type-name.ts";
import { isQueryStart } from "./query-start.ts";
import type { Expression } from "./tree.ts";

const WORD_CONSTANTS: Record<string, boolean | number | null> = {
  null: null,
  true: true,
  false: false,
  inf: Infinity,
  infinity: Infinity,
  nan: NaN,
};

/** A constant, a name, a call or a parenthesis: an expression without operators around it. */
export function parsePrimary(cursor: Cursor): Expression {
  const token = cursor.peek();
  const { start } = token;
  switch (token.kind) {
    case "number":
      cursor.take();
      return spanned(cursor, start, { kind: "constant", value: toNumber(token.value) });
    case "text":
      cursor.take();
      return spanned(cursor, start, { kind: "constant", value: token.value });
    case "variable":
      cursor.take();
      return spanned(cursor, start, { kind: "placeholder", path: [token.value.slice(1)] });
    case "name":
      return parseWord(cursor);
    case "quoted":
      return parseNameOrCall(cursor);
    default:
      return parseSign(cursor);
  }
}

/** Beyond 2^53 whole numbers keep their digits. */
function toNumber(text: string): number | bigint {
  const plain = text.replaceAll("_", "");
  const [, digits = "", fraction = "", power] = /^0x([\da-f]+)(?:\.([\da-f]*))?p(.+)$/i.exec(plain) ?? [];
  if (power !== undefined) return parseInt(digits + fraction, 16) * 2 ** (Number(power) - 4 * fraction.length);
  const number = Number(plain);
  if (/^(?:\d+|0[xX][\da-fA-F]+|0[bB][01]+)$/.test(plain) && !Number.isSafeInteger(number)) {
    const whole = BigInt(plain);
    return whole <= 0x7fff_ffff_ffff_ffffn ? whole : number;
  }
  return number;
}

function parseWord(cursor: Cursor): Expression {
  const { start, source } = cursor.peek();
  const word = source.toLowerCase();
  if (word in WORD_CONSTANTS && ![".", "("].includes(cursor.peek(1).source)) {
    cursor.take();
    return spanned(cursor, start, { kind: "constant", value: WORD_CONSTANTS[word] ?? null });
  }
  if (word === "case") return parseCase(cursor);
  if (word === "interval" && cursor.peek(1).source !== ".") return parseInterval(cursor);
  if (word === "exists" && cursor.peek(1).source === "(") return parseExists(cursor);
  if (word === "cast" && cursor.peek(1).source === "(") return parseCast(cursor);
  if (word === "try_cast" && cursor.peek(1).source === "(") return parseTryCast(cursor);
  if (word === "columns" && cursor.peek(1).source === "(") return parseColumns(cursor);
  const isCall = cursor.peek(1).source === "(" && isCallable(word);
  if (isReserved(word) && !isCall) throw cursor.fail("an expression");
  return parseNameOrCall(cursor);
}

function parseExists(cursor: Cursor): Expression {
  const { start } = cursor.take();
  cursor.expect("(");
  const query = cursor.nested(() => cursor.grammar.query(cursor));
  cursor.expect(")");
  return spanned(cursor, start, { kind: "exists", query });
}

function parseNameOrCall(cursor: Cursor): Expression {
  const { start } = cursor.peek();
  if (cursor.peek(1).source === "(") return parseCall(cursor);
  const parts = [parseName(cursor)];
  while (cursor.is(".") || cursor.is("?.")) {
    const next = cursor.peek(1);
    if (next.source === "*" && cursor.is(".")) {
      cursor.take();
      cursor.take();
      return spanned(cursor, start, { kind: "star", of: parts, except: parseExcept(cursor), matching: null });
    }
    if (next.kind !== "name" && next.kind !== "quoted") break;
    cursor.take();
    parts.push(parseName(cursor));
  }
  if (cursor.is("->") && parts.length === 1 && cursor.peek(1).kind !== "text") {
    cursor.take();
    return spanned(cursor, start, { kind: "lambda", names: parts, body: cursor.grammar.expression(cursor) });
  }
  return spanned(cursor, start, { kind: "name", parts });
}

function parseSign(cursor: Cursor): Expression {
  const { start } = cursor.peek();
  if (cursor.takeIf("(")) return parseParenthesis(cursor, start);
  if (cursor.takeIf("[")) {
    const items = cursor.is("]") ? [] : parseList(cursor);
    cursor.expect("]");
    return spanned(cursor, start, { kind: "array", items });
  }
  if (cursor.takeIf("{")) return parseBraces(cursor, start);
  if (cursor.takeIf("*")) {
    return spanned(cursor, start, { kind: "star", of: [], except: parseExcept(cursor), matching: null });
  }
  throw cursor.fail("an expression");
}

/** A placeholder `{name}`, or a map `{'key': value}`. */
function parseBraces(cursor: Cursor, start: number): Expression {
  const isPlaceholder = [".", "}"].includes(cursor.peek(1).source) && cursor.peek().source !== "}";
  if (isPlaceholder) {
    const path = [parseName(cursor)];
    while (cursor.takeIf(".")) path.push(parseName(cursor));
    cursor.expect("}");
    return spanned(cursor, start, { kind: "placeholder", path });
  }
  const args: Expression[] = [];
  while (!cursor.takeIf("}")) {
    args.push(cursor.grammar.expression(cursor));
    cursor.expect(":");
    args.push(cursor.grammar.expression(cursor));
    if (!cursor.is("}")) cursor.expect(",");
  }
  return spanned(cursor, start, toCall("map", args));
}

/** Columns that a star leaves out. */
function parseExcept(cursor: Cursor): string[] {
  if (!cursor.takeIf("except") && !cursor.takeIf("exclude")) return [];
  if (!cursor.takeIf("(")) return [parseName(cursor)];
  const names = [parseName(cursor)];
  while (cursor.takeIf(",")) names.push(parseName(cursor));
  cursor.expect(")");
  return names;
}

function parseParenthesis(cursor: Cursor, start: number): Expression {
  if (isQueryStart(cursor)) {
    const query = cursor.nested(() => cursor.grammar.query(cursor));
    cursor.expect(")");
    return spanned(cursor, start, { kind: "query", query });
  }
  const items = cursor.is(")") ? [] : parseList(cursor);
  const isTuple = items.length !== 1 || cursor.isAfter(",");
  cursor.expect(")");
  const names = items.map((item) => (item.kind === "name" && item.parts.length === 1 ? item.parts[0] : undefined));
  if (cursor.is("->") && names.every((name) => name !== undefined)) {
    cursor.take();
    return spanned(cursor, start, {
      kind: "lambda",
      names: names as string[],
      body: cursor.grammar.expression(cursor),
    });
  }
  const [only] = items;
  if (!isTuple && only !== undefined) return { ...only, start, end: cursor.endOfLast() };
  return spanned(cursor, start, { kind: "tuple", items });
}

function parseCase(cursor: Cursor): Expression {
  const { start } = cursor.expect("case");
  const arg = cursor.is("when") ? null : cursor.grammar.expression(cursor);
  const branches: [Expression, Expression][] = [];
  while (cursor.takeIf("when")) {
    const when = cursor.grammar.expression(cursor);
    cursor.expect("then");
    branches.push([when, cursor.grammar.expression(cursor)]);
  }
  if (branches.length === 0) throw cursor.fail('"WHEN"');
  const otherwise = cursor.takeIf("else") ? cursor.grammar.expression(cursor) : null;
  cursor.expect("end");
  return spanned(cursor, start, { kind: "case", arg, branches, otherwise });
}

function parseCast(cursor: Cursor): Expression {
  const { start } = cursor.take();
  cursor.expect("(");
  const arg = cursor.grammar.expression(cursor);
  const isText = cursor.takeIf(",");
  if (!isText) cursor.expect("as");
  const type = isText ? cursor.take().value : parseTypeName(cursor);
  cursor.expect(")");
  return spanned(cursor, start, { kind: "cast", arg, type });
}

/** `TRY_CAST(x AS type)`: accurateCastOrNull(x, 'type'). */
function parseTryCast(cursor: Cursor): Expression {
  const { start } = cursor.take();
  cursor.expect("(");
  const arg = cursor.grammar.expression(cursor);
  cursor.expect("as");
  const from = cursor.peek().start;
  const value = parseTypeName(cursor);
  const type: Expression = { kind: "constant", value, start: from, end: cursor.endOfLast() };
  cursor.expect(")");
  return spanned(cursor, start, toCall("accurateCastOrNull", [arg, type]));
}

/** `COLUMNS('pattern')`: the columns whose names match. */
function parseColumns(cursor: Cursor): Expression {
  const { start } = cursor.take();
  cursor.expect("(");
  if (cursor.peek().kind !== "text") throw cursor.fail("a pattern of names in quotes");
  const matching = cursor.take().value;
  cursor.expect(")");
  return spanned(cursor, start, { kind: "star", of: [], except: [], matching });
}

const UNITS = /^(second|minute|hour|day|week|month|quarter|year)s?$/i;
const TEXT_INTERVAL = /^([+-]?\d+)\s+(\w+)$/;

function parseInterval(cursor: Cursor): Expression {
  const { start } = cursor.expect("interval");
  const text = cursor.peek();
  const [, digits, word = ""] = text.kind === "text" ? (TEXT_INTERVAL.exec(text.value) ?? []) : [];
  if (digits !== undefined && UNITS.test(word)) {
    cursor.take();
    const count: Expression = { kind: "constant", value: Number(digits), start: text.start, end: text.end };
    return spanned(cursor, start, { kind: "interval", count, unit: toUnit(word) });
  }
  const count = parseCount(cursor);
  const unit = cursor.peek();
  if (unit.kind !== "name" || !UNITS.test(unit.value)) throw cursor.fail("a unit of time such as DAY");
  cursor.take();
  return spanned(cursor, start, { kind: "interval", count, unit: toUnit(unit.value) });
}

/** An interval's number: a literal, or an expression in parentheses. */
function parseCount(cursor: Cursor): Expression {
  const isNegative = cursor.takeIf("-");
  const count = parsePrimary(cursor);
  return isNegative ? { kind: "unary", operator: "-", arg: count, start: count.start, end: count.end } : count;
}

function toUnit(word: string): string {
  return word.toLowerCase().replace(/s$/, "");
}
