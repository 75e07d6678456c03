import { parseSingleExpression, Refusal } from "../../hogql/index.ts";
import type { ValueSource } from "../../port/value-source.ts";

export type Expression = ReturnType<typeof parseSingleExpression>;

/**
 * A property alone, or its length, becomes a plain source. A wrong expression is refused when the plan is completed.
 */
export function toExpressionSource(text: string): ValueSource {
  const node = tryParse(text);
  const plain = node === null ? null : (toProperty(node, "text") ?? toLength(node));
  return plain ?? { type: "hogql", key: text, as: "text" };
}

function tryParse(text: string): Expression | null {
  try {
    return bare(parseSingleExpression(text));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The expression without its name. */
export function bare(node: Expression): Expression {
  return node.kind === "alias" ? node.arg : node;
}

function toLength(node: Expression): ValueSource | null {
  if (node.kind !== "call" || node.name.toLowerCase() !== "length") return null;
  const [arg, ...more] = node.args;
  return arg === undefined || more.length > 0 ? null : toProperty(arg, "length");
}

function toProperty(node: Expression, as: "text" | "length"): ValueSource | null {
  const parts = pathOf(node);
  const [first, second, third] = parts;
  if (first === "properties" && second !== undefined && parts.length === 2) return { type: "event", key: second, as };
  const isOfPerson = first === "person" && second === "properties" && parts.length === 3;
  return isOfPerson && third !== undefined ? { type: "person", key: third, as } : null;
}

/** Is the text the person of the event? */
export function isPersonText(text: string): boolean {
  const node = tryParse(text);
  return node !== null && isPerson(node);
}

export function isPerson(node: Expression): boolean {
  return /^(?:person_id|person\.id)$/.test(pathOf(node).join("."));
}

/** The property of the event that an expression names; null = it is not a property. */
export function propertyOf(node: Expression): string | null {
  const source = toProperty(node, "text");
  return source?.type === "event" ? source.key : null;
}

const TABLES = new Set(["events", "event", "e"]);

/**
 * The names in an expression, without the table (`properties['a']` like `properties.a`); empty = it is more than names.
 */
function pathOf(node: Expression): readonly string[] {
  if (node.kind === "name")
    return TABLES.has(node.parts[0] ?? "") && node.parts.length > 1 ? node.parts.slice(1) : node.parts;
  if (node.kind !== "subscript" || node.index.kind !== "constant" || typeof node.index.value !== "string") return [];
  const path = node.arg.kind === "name" ? pathOf(node.arg) : [];
  return path.at(-1) === "properties" ? [...path, node.index.value] : [];
}
