import { Refusal } from "../refusal.ts";
import type { Cursor } from "./cursor.ts";
import { parseList } from "./parse-list.ts";
import { spanned } from "./parse-name.ts";
import { parsePrimary } from "./parse-primary.ts";
import { parseTypeName } from "./parse-type-name.ts";
import { isQueryStart } from "./query-start.ts";
import type { Expression } from "./tree.ts";

/** Operators of one level in one expression. SQLite's own limit of depth is 1000. */
const MAX_CHAIN = 900;

type Parse = (cursor: Cursor) => Expression;

/** Parses an expression: the ternary operator binds least. */
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

/** A level of operators that group to the left. */
function chain(cursor: Cursor, operators: readonly string[], parse: Parse): Expression {
  let left = parse(cursor);
  for (let count = 0; ; count++) {
    const operator = operators.find((word) => cursor.is(word));
    if (operator === undefined) return left;
    if (count > MAX_CHAIN) throw new Refusal(`The query has more than ${MAX_CHAIN} operators in a row.`);
    cursor.take();
    left = spanned(cursor, left.start, { kind: "binary", operator, left, right: parse(cursor) });
  }
}

const parseOr: Parse = (cursor) => chain(cursor, ["or"], parseAnd);
const parseAnd: Parse = (cursor) => chain(cursor, ["and"], parseNot);

const parseNot: Parse = (cursor) => {
  const { start } = cursor.peek();
  if (!cursor.is("not")) return parseComparison(cursor);
  cursor.take();
  const arg = cursor.nested(() => parseNot(cursor));
  return spanned(cursor, start, { kind: "unary", operator: "not", arg });
};

const COMPARISONS = ["==", "=", "!=", "<>", "<=", ">=", "<", ">", "=~", "!~"];
const WORDS = ["ilike", "like", "glob"];

const parseComparison: Parse = (cursor) => {
  let left = parseSum(cursor);
  for (let count = 0; count <= MAX_CHAIN; count++) {
    const next = parseTail(cursor, left);
    if (next === null) return left;
    left = next;
  }
  throw new Refusal(`The query has more than ${MAX_CHAIN} operators in a row.`);
};

function parseTail(cursor: Cursor, left: Expression): Expression | null {
  const operator = COMPARISONS.find((word) => cursor.is(word));
  if (operator !== undefined) {
    cursor.take();
    return spanned(cursor, left.start, { kind: "binary", operator, left, right: parseSum(cursor) });
  }
  if (cursor.takeIf("is")) {
    const isNot = cursor.takeIf("not");
    if (cursor.takeIf("distinct from")) {
      const name = isNot ? "is" : "is not";
      return spanned(cursor, left.start, { kind: "binary", operator: name, left, right: parseSum(cursor) });
    }
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
  if (cursor.takeIf("between")) {
    const low = parseSum(cursor);
    cursor.expect("and");
    return spanned(cursor, left.start, { kind: "between", arg: left, low, high: parseSum(cursor), isNot });
  }
  cursor.reset(mark);
  return null;
}

function parseIn(cursor: Cursor, left: Expression, isNot: boolean): Expression {
  if (!cursor.takeIf("(")) {
    const right = parseSum(cursor);
    return spanned(cursor, left.start, { kind: "in", left, right, isNot, list: false });
  }
  if (isQueryStart(cursor)) {
    const right = cursor.nested(() => cursor.grammar.query(cursor));
    cursor.expect(")");
    return spanned(cursor, left.start, { kind: "in", left, right, isNot, list: false });
  }
  const right = cursor.is(")") ? [] : parseList(cursor);
  cursor.expect(")");
  return spanned(cursor, left.start, { kind: "in", left, right, isNot, list: true });
}

const parseSum: Parse = (cursor) => chain(cursor, ["+", "-", "||"], parseProduct);
const parseProduct: Parse = (cursor) => chain(cursor, ["*", "/", "%", "div", "mod"], parseUnary);

const parseUnary: Parse = (cursor) => {
  const { start } = cursor.peek();
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
  throw new Refusal(`The query has more than ${MAX_CHAIN} operators in a row.`);
};

function parseSuffix(cursor: Cursor, arg: Expression): Expression | null {
  if (cursor.takeIf("[")) {
    const index = parseExpression(cursor);
    cursor.expect("]");
    return spanned(cursor, arg.start, { kind: "subscript", arg, index });
  }
  if (cursor.is(".") && cursor.peek(1).source !== "*") {
    cursor.take();
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
