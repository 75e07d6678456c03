import type { Expression, Order, WindowSpec } from "../../../lib/hogql/language/tree.ts";

// One plain form for the trees of both parsers, so that they can be compared: lists of a word and its parts.

export type Plain = string | number | boolean | null | Plain[];

const flat = (word: string, items: Plain[]): Plain[] => [
  word,
  ...items.flatMap((item) => (Array.isArray(item) && item[0] === word ? item.slice(1) : [item])),
];

/** `-(1)` is -1. */
function minus(left: Plain, right: Plain): Plain {
  const [word, value] = Array.isArray(right) ? right : [];
  const isNumber = word === "constant" && (typeof value === "number" || value === "Infinity" || value === "NaN");
  const isNegative = JSON.stringify(left) === '["constant",0]' && isNumber;
  return isNegative ? ["constant", ofNumber(-Number(value))] : ["-", left, right];
}

/** The plain form of an expression of hoglet's parser. */
export function ofOwn(node: Expression): Plain {
  switch (node.kind) {
    case "constant":
      return ["constant", ofNumber(node.value)];
    case "name":
      return ["field", ...node.parts];
    case "star":
      return node.matching === null ? ["field", ...node.of, "*"] : ["columns", node.matching];
    case "call":
      return ofCall(node);
    case "unary":
      if (node.operator === "not") return ["not", ofOwn(node.arg)];
      return minus(["constant", 0], ofOwn(node.arg));
    case "binary":
      return ofBinary(node);
    case "in": {
      const word = node.isNot ? "not in" : "in";
      return [word, ofOwn(node.left), ofRight(node.right)];
    }
    case "inCohort":
      return [node.isNot ? "not in cohort" : "in cohort", ofOwn(node.left), ofOwn(node.cohort)];
    case "between":
      return [node.isNot ? "not between" : "between", ofOwn(node.arg), ofOwn(node.low), ofOwn(node.high)];
    case "isNull":
      return [node.isNot ? "!=" : "==", ofOwn(node.arg), ["constant", null]];
    case "case":
      return ofCase(node);
    case "cast":
      return ["cast", ofOwn(node.arg), node.type.toLowerCase().replaceAll(" ", "")];
    case "interval": {
      const unit = node.unit.charAt(0).toUpperCase() + node.unit.slice(1);
      return ["call", `tointerval${unit.toLowerCase()}`, ofOwn(node.count)];
    }
    case "lambda":
      return ["lambda", node.names, ofOwn(node.body)];
    case "array":
      return ["array", ...node.items.map(ofOwn)];
    case "tuple":
      return ["tuple", ...node.items.map(ofOwn)];
    case "subscript":
      return ["access", ofOwn(node.arg), ofOwn(node.index)];
    case "member":
      if (typeof node.key === "number") return ["place", ofOwn(node.arg), node.key];
      return ["access", ofOwn(node.arg), ["constant", node.key]];
    case "placeholder":
      return ["placeholder", ...node.path];
    case "query":
    case "exists":
      return [node.kind];
    case "alias":
      return ["alias", node.name, ofOwn(node.arg)];
  }
}

/** JSON has no infinity: the judge writes its name. */
function ofNumber(value: Extract<Expression, { kind: "constant" }>["value"]): Plain {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

function ofRight(right: Extract<Expression, { kind: "in" }>["right"]): Plain {
  if (Array.isArray(right)) return right.length === 1 ? ofOwn(right[0] as Expression) : ["tuple", ...right.map(ofOwn)];
  return right.kind === "union" ? ["query"] : ofOwn(right);
}

function ofCall(node: Extract<Expression, { kind: "call" }>): Plain {
  const name = node.name.toLowerCase();
  const args = node.args.map(ofOwn);
  if (name === "concat") return flat("concat", args);
  if (name === "not") return ofNot(args);
  const parts: Plain[] = ["call", name, ...args];
  if (node.parameters !== null) parts.push(["with", ...node.parameters.map(ofOwn)]);
  if (node.isDistinct) parts.push(["distinct"]);
  if (node.filter !== null) parts.push(["filter", ofOwn(node.filter)]);
  if (node.over !== null) parts.push(typeof node.over === "string" ? ["over", node.over] : ofWindow(node.over));
  return parts;
}

/** `not (x)` is a call. */
function ofNot(args: Plain[]): Plain {
  return ["not", args.length === 1 ? (args[0] ?? null) : ["tuple", ...args]];
}

function ofWindow({ partitionBy, orderBy }: WindowSpec): Plain {
  return ["over", ["by", ...partitionBy.map(ofOwn)], ["order", ...orderBy.map(ofOrder)]];
}

function ofOrder({ arg, isDescending }: Order): Plain {
  return [ofOwn(arg), isDescending ? "DESC" : "ASC"];
}

const OPERATORS: Record<string, string> = { "=": "==", "<>": "!=", is: "same", "is not": "distinct" };

function ofBinary({ operator, left, right }: Extract<Expression, { kind: "binary" }>): Plain {
  if (operator === "-") return minus(ofOwn(left), ofOwn(right));
  const word = operator === "||" ? "concat" : operator;
  const sides = [ofOwn(left), ofOwn(right)];
  return ["and", "or", "concat"].includes(word) ? flat(word, sides) : [OPERATORS[word] ?? word, ...sides];
}

function ofCase({ arg, branches, otherwise }: Extract<Expression, { kind: "case" }>): Plain {
  const pairs = branches.flatMap(([when, then]) => [ofOwn(when), ofOwn(then)]);
  const last = otherwise === null ? ["constant", null] : ofOwn(otherwise);
  if (arg !== null) return ["call", "_casewithexpression", ofOwn(arg), ...pairs, last];
  return ["call", branches.length === 1 ? "if" : "multiif", ...pairs, last];
}

/** A node of the judge's tree. */
export interface JudgeNode {
  node: string;
  [field: string]: unknown;
}

const nodes = (list: unknown) => (list as JudgeNode[]).map(ofJudge);
const one = (node: unknown) => ofJudge(node as JudgeNode);

/** The plain form of an expression of the judge, PostHog's own parser. */
export function ofJudge(node: JudgeNode): Plain {
  switch (node.node) {
    case "Constant":
      return ["constant", node["value"] as Plain];
    case "Field":
      return ["field", ...(node["chain"] as Plain[])];
    case "Placeholder":
      return ["placeholder", ...((one(node["expr"]) as Plain[]).slice(1) as Plain[])];
    case "Call":
      return ofJudgeCall(node);
    case "WindowFunction":
      return ofJudgeWindow(node);
    case "And":
    case "Or":
      return flat(node.node.toLowerCase(), nodes(node["exprs"]));
    case "Not":
      return ["not", one(node["expr"])];
    case "ArithmeticOperation":
    case "CompareOperation":
      if (node["op"] === "-") return minus(one(node["left"]), one(node["right"]));
      return [node["op"] as string, one(node["left"]), one(node["right"])];
    case "IsDistinctFrom":
      return [node["negated"] === true ? "same" : "distinct", one(node["left"]), one(node["right"])];
    case "BetweenExpr":
      return [
        node["negated"] === true ? "not between" : "between",
        one(node["expr"]),
        one(node["low"]),
        one(node["high"]),
      ];
    case "Array":
    case "Tuple":
      return [node.node.toLowerCase(), ...nodes(node["exprs"])];
    case "Dict":
      return ["call", "map", ...(node["items"] as JudgeNode[][]).flat().map(ofJudge)];
    case "ArrayAccess":
      return ofAccess(node);
    case "TupleAccess":
      return ["place", one(node["tuple"]), node["index"] as number];
    case "TypeCast":
      return ["cast", one(node["expr"]), String(node["type_name"]).replaceAll(" ", "")];
    case "TryCast":
      return ["call", "accuratecastornull", one(node["expr"]), ["constant", node["type_name"] as string]];
    case "ColumnsExpr":
      return ["columns", node["regex"] as string];
    case "Lambda":
      return ["lambda", node["args"] as string[], one(node["expr"])];
    case "Alias":
      return ["alias", node["alias"] as string, one(node["expr"])];
    case "SelectQuery":
    case "SelectSetQuery":
      return ["query"];
    default:
      return [`unknown ${node.node}`];
  }
}

/** `a?.b` reaches what `a.b` does. */
function ofAccess(node: JudgeNode): Plain {
  const [array, property] = [one(node["array"]) as Plain[], one(node["property"]) as Plain[]];
  const isName = node["nullish"] === true && array[0] === "field" && typeof property[1] === "string";
  return isName ? [...array, property[1] as string] : ["access", array, property];
}

function ofJudgeCall(node: JudgeNode): Plain {
  const name = String(node["name"]).toLowerCase();
  const args = nodes(node["args"]);
  if (name === "concat") return flat("concat", args);
  if (name === "not") return ofNot(args);
  const parts: Plain[] = ["call", name, ...args];
  if (Array.isArray(node["params"])) parts.push(["with", ...nodes(node["params"])]);
  if (node["distinct"] === true) parts.push(["distinct"]);
  if (node["filter_expr"]) parts.push(["filter", one(node["filter_expr"])]);
  return parts;
}

function ofJudgeWindow(node: JudgeNode): Plain {
  const { partition_by: by, order_by: order } = (node["over_expr"] ?? {}) as Record<string, JudgeNode[] | null>;
  const orders = (order ?? []).map((each): Plain => [one(each["expr"]), each["order"] as string]);
  return [
    "call",
    String(node["name"]).toLowerCase(),
    ...nodes(node["exprs"] ?? []),
    ["over", ["by", ...nodes(by ?? [])], ["order", ...orders]],
  ];
}
