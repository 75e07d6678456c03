import { Refusal } from "../refusal.ts";
import type { Cursor } from "./cursor.ts";
import { parseList } from "./parse-list.ts";
import { spanned, toCall } from "./parse-name.ts";
import { parsePrimary } from "./parse-primary.ts";
import { parseTypeName } from "./parse-type-name.ts";
import { isQueryStart } from "./query-start.ts";
import type { Expression } from "./tree.ts";

/** Operators of one level in one expression. SQLite's own limit of depth is 1000. */
const MAX_CHAIN = 900;

type Parse = (cursor: Cursor) => Expression;

/** The ternary operator binds least. */
export function parseExpression(cursor: Cursor): Expression {
  return cursor.nested(() => {
    const condition = parseOr(cursor);
    if (!cursor.takeIf("?")) return condition;
    const then = parseExpression(cursor);
    cursor.expect(":");
    const otherwise = parseExpression(cursor);
    return spanned(cursor, condition.start, { kind: "case", arg: null, branches: [[condition, then]], otherwise });
  });
}

/** Operators of one level, which group to the left. @param operators the tree's operator, by words */
function chain(cursor: Cursor, operators: Readonly<Record<string, string>>, parse: Parse): Expression {
  const all = Object.entries(operators);
  let left = parse(cursor);
  for (let count = 0; ; count++) {
    const operator = all.find(([words]) => cursor.takeIf(words))?.[1];
    if (operator === undefined) return left;
    if (count > MAX_CHAIN) throw tooMany();
    left = spanned(cursor, left.start, { kind: "binary", operator, left, right: parse(cursor) });
  }
}

const parseOr: Parse = (cursor) => chain(cursor, { or: "or" }, parseAnd);
const parseAnd: Parse = (cursor) => chain(cursor, { and: "and" }, parseNot);

const parseNot: Parse = (cursor) => {
  const { start } = cursor.peek();
  if (!isOperatorNot(cursor)) return parseRange(cursor);
  cursor.take();
  const arg = cursor.nested(() => parseNot(cursor));
  return spanned(cursor, start, { kind: "unary", operator: "not", arg });
};

/** Is the operator NOT here? Before a parenthesis it is the function: `not (a) = b` is `(not a) = b`. */
function isOperatorNot(cursor: Cursor): boolean {
  return cursor.is("not") && (cursor.peek(1).source !== "(" || /^(?:select|with)$/i.test(cursor.peek(2).source));
}

/** `x BETWEEN a AND b`, which binds less than `??`. */
const parseRange: Parse = (cursor) => {
  let arg = parseNullish(cursor);
  for (let count = 0; ; count++) {
    const isNot = cursor.are("not between");
    if (!cursor.takeIf("between") && !cursor.takeIf("not between")) return arg;
    if (count > MAX_CHAIN) throw tooMany();
    const low = parseSame(cursor);
    cursor.expect("and");
    arg = spanned(cursor, arg.start, { kind: "between", arg, low, high: parseSame(cursor), isNot });
  }
};

/** `a ?? b` is ifNull(a, b), and binds less than comparisons. */
const parseNullish: Parse = (cursor) => {
  let left = parseSame(cursor);
  for (let count = 0; cursor.takeIf("??"); count++) {
    if (count > MAX_CHAIN) throw tooMany();
    left = spanned(cursor, left.start, toCall("ifNull", [left, parseSame(cursor)]));
  }
  return left;
};

/** `a <=> b` is `a IS NOT DISTINCT FROM b`, and binds less. */
const parseSame: Parse = (cursor) => chain(cursor, { "<=>": "is" }, parseDistinct);

/** `IS DISTINCT FROM`, which binds less than other comparisons. */
const parseDistinct: Parse = (cursor) =>
  chain(cursor, { "is distinct from": "is not", "is not distinct from": "is" }, parseComparison);

function tooMany(): Refusal {
  return new Refusal(`The query has more than ${MAX_CHAIN} operators in a row.`);
}

const COMPARISONS = ["==", "=", "!=", "<>", "<=", ">=", "<", ">", "=~", "!~", "=~*", "!~*", "~", "~*"];

/** Other signs of the same operators. */
const SAME: Readonly<Record<string, string>> = { "~": "=~", "~*": "=~*" };
const WORDS = ["ilike", "like", "glob"];

const parseComparison: Parse = (cursor) => {
  let left = parseSum(cursor);
  for (let count = 0; count <= MAX_CHAIN; count++) {
    const next = parseTail(cursor, left);
    if (next === null) return left;
    left = next;
  }
  throw tooMany();
};

function parseTail(cursor: Cursor, left: Expression): Expression | null {
  const sign = COMPARISONS.find((word) => cursor.is(word));
  if (sign !== undefined) {
    cursor.take();
    const operator = SAME[sign] ?? sign;
    return spanned(cursor, left.start, { kind: "binary", operator, left, right: parseSum(cursor) });
  }
  if (cursor.are("is distinct from") || cursor.are("is not distinct from")) return null;
  if (cursor.takeIf("is")) {
    const isNot = cursor.takeIf("not");
    if (cursor.takeIf("null")) return spanned(cursor, left.start, { kind: "isNull", arg: left, isNot });
    const right = parseSum(cursor);
    return spanned(cursor, left.start, { kind: "binary", operator: isNot ? "is not" : "is", left, right });
  }
  const mark = cursor.mark();
  const isNot = cursor.takeIf("not");
  const word = WORDS.find((name) => cursor.takeIf(name));
  if (word !== undefined) {
    const right = parseSum(cursor);
    return spanned(cursor, left.start, { kind: "binary", operator: isNot ? `not ${word}` : word, left, right });
  }
  if (cursor.takeIf("in cohort")) {
    return spanned(cursor, left.start, { kind: "inCohort", left, cohort: parseSum(cursor), isNot });
  }
  if (cursor.takeIf("in") || cursor.takeIf("global in")) return parseIn(cursor, left, isNot);
  cursor.reset(mark);
  return null;
}

function parseIn(cursor: Cursor, left: Expression, isNot: boolean): Expression {
  const mark = cursor.mark();
  if (!cursor.takeIf("(")) return parseInValue(cursor, left, isNot);
  if (isQueryStart(cursor)) {
    const right = cursor.nested(() => cursor.grammar.query(cursor));
    cursor.expect(")");
    return spanned(cursor, left.start, { kind: "in", left, right, isNot, list: false });
  }
  const right = cursor.is(")") ? [] : parseList(cursor);
  cursor.expect(")");
  if (!GOES_ON.has(cursor.peek().source))
    return spanned(cursor, left.start, { kind: "in", left, right, isNot, list: true });
  cursor.reset(mark);
  return parseInValue(cursor, left, isNot);
}

/** Signs that make a parenthesis the beginning of a value: `x IN (1) + 2`. */
const GOES_ON = new Set(["+", "-", "||", "*", "/", "%", ".", "?.", "[", "::"]);

function parseInValue(cursor: Cursor, left: Expression, isNot: boolean): Expression {
  const right = parseSum(cursor);
  return spanned(cursor, left.start, { kind: "in", left, right, isNot, list: false });
}

const SUMS = { "+": "+", "-": "-", "||": "||" };
const PRODUCTS = { "*": "*", "/": "/", "%": "%", div: "div", mod: "mod" };

const parseSum: Parse = (cursor) => chain(cursor, SUMS, parseProduct);
const parseProduct: Parse = (cursor) => chain(cursor, PRODUCTS, parseUnary);

const parseUnary: Parse = (cursor) => {
  const { start } = cursor.peek();
  // Behind another operator too: `a = NOT b`.
  if (isOperatorNot(cursor)) return cursor.nested(() => parseNot(cursor));
  if (cursor.takeIf("+")) return cursor.nested(() => parseUnary(cursor));
  if (!cursor.takeIf("-")) return parsePostfix(cursor);
  const arg = cursor.nested(() => parseUnary(cursor));
  if (arg.kind === "constant" && typeof arg.value === "number") {
    return spanned(cursor, start, { kind: "constant", value: -arg.value });
  }
  return spanned(cursor, start, { kind: "unary", operator: "-", arg });
};

const parsePostfix: Parse = (cursor) => {
  let arg = parsePrimary(cursor);
  for (let count = 0; count <= MAX_CHAIN; count++) {
    const next = parseSuffix(cursor, arg);
    if (next === null) return arg;
    arg = next;
  }
  throw tooMany();
};

function parseSuffix(cursor: Cursor, arg: Expression): Expression | null {
  const isNullish = cursor.takeIf("?.");
  if (cursor.takeIf("[")) {
    const index = parseExpression(cursor);
    cursor.expect("]");
    return spanned(cursor, arg.start, { kind: "subscript", arg, index });
  }
  if (isNullish || (cursor.is(".") && cursor.peek(1).source !== "*")) {
    if (!isNullish) cursor.take();
    const key = cursor.take();
    if (key.kind === "number") return spanned(cursor, arg.start, { kind: "member", arg, key: Number(key.value) });
    if (key.kind !== "name" && key.kind !== "quoted" && key.kind !== "text") throw cursor.fail("a name after the dot");
    return spanned(cursor, arg.start, { kind: "member", arg, key: key.value });
  }
  if (cursor.takeIf("::")) return spanned(cursor, arg.start, { kind: "cast", arg, type: parseTypeName(cursor) });
  const isArrow = cursor.is("->>") || (cursor.is("->") && cursor.peek(1).kind === "text");
  if (!isArrow) return null;
  const operator = cursor.take().source;
  return spanned(cursor, arg.start, { kind: "binary", operator, left: arg, right: parsePrimary(cursor) });
}
