import jsep from "jsep";
import type { Expression } from "jsep";
import { invalid } from "../../base/errors.ts";

// jsep parses expressions (tiny, typed, maintained, no dependencies) and evaluates nothing. This file accepts only
// trees of arithmetic.

/** A formula that calls the entities of a question A, B, C … in their order. */
export interface Formula {
  /** The text of the formula, without the characters that formulas do not have. */
  text: string;
  /** The value for one value per entity: not rounded. May be NaN or infinite; a division by 0 is 0. */
  evaluate(values: readonly number[]): number;
  /**
   * The formula in HogQL; null = it would be too long. @param letters the expressions of the entities, in their order
   */
  print(letters: readonly string[]): string | null;
}

/** Characters of a printed formula: a division prints its divisor twice, so that nested divisors double each time. */
const MAX_PRINTED = 10_000;

/** Everything but letters, digits, blanks and `- * ^ + / ( ) .` is left out (reference/insights.md 7.6). */
const NOT_ALLOWED = /[^a-zA-Z0-9 \-*^+/().]/g;

/** A formula that people write has a few terms; each costs stack. */
const MAX_LENGTH = 500;

/** @throws HogletError 400 for anything but arithmetic over the first `count` letters */
export function parseFormula(input: string, count: number): Formula {
  const text = input.replaceAll(NOT_ALLOWED, "");
  if (text.length > MAX_LENGTH) throw invalid("formula", `Expected ${MAX_LENGTH} characters at most.`);
  // jsep's power is `**`, which binds before `*` and from right to left.
  const node = toTree(text.replaceAll("^", "**"));
  return { text, ...compile(node, count) };
}

function toTree(text: string): Expression {
  try {
    return jsep(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw Object.assign(invalid("formula", `Expected arithmetic such as A / B: ${reason}.`), { cause: error });
  }
}

type Compiled = Pick<Formula, "evaluate" | "print">;

interface Operator {
  evaluate(left: number, right: number): number;
  print(left: string, right: string): string;
}

const BINARY: Record<string, Operator> = {
  "+": { evaluate: (left, right) => left + right, print: (left, right) => `(${left} + ${right})` },
  "-": { evaluate: (left, right) => left - right, print: (left, right) => `(${left} - ${right})` },
  "*": { evaluate: (left, right) => left * right, print: (left, right) => `(${left} * ${right})` },
  "/": {
    // A day without a divisor has no share: that term alone is 0, as in PostHog's nodes.
    evaluate: (left, right) => (right === 0 ? 0 : left / right),
    print: (left, right) => `if(${right} = 0, 0, ${left} / ${right})`,
  },
  "**": { evaluate: (left, right) => left ** right, print: (left, right) => `pow(${left}, ${right})` },
};

function compile(node: Expression, count: number): Compiled {
  switch (node.type) {
    case "Literal":
      return compileLiteral(node["value"]);
    case "Identifier":
      return compileLetter(String(node["name"]), count);
    case "UnaryExpression": {
      const argument = compile(node["argument"] as Expression, count);
      if (node["operator"] !== "-") return argument;
      return {
        evaluate: (values) => -argument.evaluate(values),
        print(letters) {
          const printed = argument.print(letters);
          return printed === null ? null : `(0 - ${printed})`;
        },
      };
    }
    case "BinaryExpression":
      return compileBinary(node, count);
    default:
      throw invalid("formula", "Expected arithmetic such as A / B: numbers, letters, + - * / ^ and parentheses.");
  }
}

function compileLiteral(value: unknown): Compiled {
  if (typeof value !== "number")
    throw invalid("formula", `Expected a number or a letter but received "${String(value)}".`);
  return { evaluate: () => value, print: () => String(value) };
}

function compileLetter(name: string, count: number): Compiled {
  const index = /^[A-Z]$/i.test(name) ? name.toUpperCase().charCodeAt(0) - 65 : -1;
  if (index >= 0 && index < count)
    return { evaluate: (values) => values[index] ?? 0, print: (letters) => letters[index] ?? "0" };
  const last = String.fromCharCode(64 + Math.min(count, 26));
  throw invalid(
    "formula",
    `"${name}" names nothing; this question has ${count === 0 ? "no letters" : `A to ${last}`}.`,
  );
}

function compileBinary(node: Expression, count: number): Compiled {
  const operate = BINARY[String(node["operator"])];
  if (operate === undefined) throw invalid("formula", `Unknown operator "${String(node["operator"])}".`);
  const left = compile(node["left"] as Expression, count);
  const right = compile(node["right"] as Expression, count);
  return {
    evaluate: (values) => operate.evaluate(left.evaluate(values), right.evaluate(values)),
    print(letters) {
      const [first, second] = [left.print(letters), right.print(letters)];
      if (first === null || second === null || first.length + second.length > MAX_PRINTED) return null;
      return operate.print(first, second);
    },
  };
}
