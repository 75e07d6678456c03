import type { OperatorName, Scalar } from "./operators.ts";

// Expressions of HogQL that other filters can express: a comparison of one property with constants.

/** A comparison as a test of a property. */
export interface Comparison {
  type: "event" | "person";
  key: string;
  operator: OperatorName;
  value: Scalar | Scalar[];
}

/** Longer texts are no plain comparison. */
const MAX_LENGTH = 2000;

const PROPERTY = String.raw`(?:events?\.|e\.)?(?<person>person\.)?properties(?:\.(?<name>[A-Za-z_$][\w$]*)|\.\`(?<quoted>[^\`\\]+)\`|\[\s*'(?<key>[^'\\]+)'\s*\])`;
const LEFT = String.raw`(?:to(?:Float|Int|String)\w*\(\s*${PROPERTY}\s*\)|${PROPERTY.replaceAll("?<", "?<plain_")})`;
/** With other escapes than those of quote and backslash, the grammar reads the text. */
const TEXT = String.raw`'(?:[^'\\]|\\[\\']|'')*'`;
const CONSTANT = String.raw`(?:${TEXT}|-?\d+(?:\.\d+)?|true|false)`;
const COMPARED = new RegExp(
  String.raw`^\s*${LEFT}\s*(?:(?<sign>=|==|!=|<>|>=|<=|>|<|(?:not\s+)?i?like)\s*(?<constant>${CONSTANT})|(?<in>(?:not\s+)?in)\s*[([](?<list>\s*${CONSTANT}(?:\s*,\s*${CONSTANT})*\s*)[)\]]|(?<null>is\s+(?:not\s+)?null))\s*$`,
  "is",
);

const SIGNS: Record<string, OperatorName> = {
  "=": "exact",
  "==": "exact",
  "!=": "is_not",
  "<>": "is_not",
  ">": "gt",
  ">=": "gte",
  "<": "lt",
  "<=": "lte",
};

/** Null = another expression. As in HogQL, a missing property is unequal to any constant. */
export function parseComparison(text: string): Comparison | null {
  const groups = text.length > MAX_LENGTH ? undefined : COMPARED.exec(text)?.groups;
  if (groups === undefined) return null;
  const part = (name: string) => groups[name] ?? groups[`plain_${name}`];
  const key = part("name") ?? part("quoted") ?? part("key") ?? "";
  return { type: part("person") === undefined ? "event" : "person", key, ...toTest(groups) };
}

function toTest(groups: Record<string, string | undefined>): Pick<Comparison, "operator" | "value"> {
  const { sign, constant = "", in: member, list = "", null: isNull } = groups;
  if (isNull !== undefined) return { operator: /not/i.test(isNull) ? "is_set" : "is_not_set", value: null };
  if (member !== undefined) {
    const values = [...list.matchAll(new RegExp(CONSTANT, "gis"))].map(([each]) => toConstant(each));
    return { operator: /not/i.test(member) ? "is_not" : "exact", value: values };
  }
  const word = sign?.toLowerCase() ?? "";
  const operator = SIGNS[word];
  if (operator !== undefined) return { operator, value: toConstant(constant) };
  const pattern = toPattern(toConstant(constant));
  return {
    operator: word.startsWith("not") ? "not_regex" : "regex",
    value: word.endsWith("ilike") ? `(?i)${pattern}` : pattern,
  };
}

function toConstant(text: string): string {
  if (!text.startsWith("'")) return text;
  return text.slice(1, -1).replaceAll("''", "'").replaceAll(/\\(.)/gs, "$1");
}

/** A pattern of LIKE as a regular expression of the whole text. */
function toPattern(like: string): string {
  const escaped = like.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return `^(?s:${escaped.replaceAll("%", ".*").replaceAll("_", ".")})$`;
}
