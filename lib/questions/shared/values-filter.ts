import { testOfText } from "../../events/filters/index.ts";
import type { FilterGroup, FilterNode } from "../../events/filters/index.ts";
import { invalid } from "../../base/errors.ts";
import { EMPTY_TEXT } from "../../port/lines.ts";
import type { GroupValue } from "../../port/lines.ts";
import type { ValueSource } from "../../port/value-source.ts";

// Lines of a breakdown as filters.

/** A filter that passes when both pass. */
export function both(one: FilterGroup, other: FilterGroup): FilterGroup {
  return { type: "AND", values: [one, other] };
}

export function isMember(id: number): FilterNode {
  return { type: "cohort", key: "id", value: [id], negation: false };
}

/** Events with these values; the empty text = without a value. @throws HogletError 400 for lengths */
export function toValuesFilter(sources: readonly ValueSource[], values: readonly GroupValue[]): FilterGroup {
  const tests = sources.map((source, index) => toTest(source, String(values[index] ?? "")));
  return { type: "AND", values: [{ type: "AND", values: tests }] };
}

/** Events with none of these lists of values. @throws HogletError 400 for lengths */
export function toOthersFilter(
  sources: readonly ValueSource[],
  lists: readonly (readonly GroupValue[])[],
): FilterGroup {
  return {
    type: "AND",
    values: lists.map((values) => ({
      type: "OR",
      values: sources.map((source, index) => negated(toTest(source, String(values[index] ?? "")))),
    })),
  };
}

type Test = Exclude<FilterNode, FilterGroup>;

function negated(test: Test): Test {
  if (test.type === "hogql") return { ...test, key: `not ifNull((${test.key}\n), false)` };
  return { ...test, negation: true };
}

function toTest(source: ValueSource, text: string): Test {
  if (source.as === "length")
    throw invalid("breakdownFilter", "Lengths of values cannot be told by a filter.", "unsupported");
  if (source.type === "hogql") return { type: "hogql", key: equals(source.key, text) };
  const isUrl = source.as === "url" && text !== "";
  const own = isUrl ? { operator: "regex" as const, value: toUrlPattern(text) } : testOfText(text);
  const test = { ...own, negation: false };
  switch (source.type) {
    case "group":
      return { type: "group", key: source.key, group_type_index: source.groupTypeIndex, ...test };
    case "session":
      return { type: "session", key: source.key, ...test };
    case "event_metadata":
      return { type: "event_metadata", key: source.key, ...test };
    default:
      return { type: source.type, key: source.key, ...test };
  }
}

/** Whether an expression has a value; the empty text = no value. */
function equals(expression: string, value: string): string {
  const own = `toString((${expression}\n))`;
  if (value === "") return `isNull(${own})`;
  const text = value === EMPTY_TEXT ? "" : value.replaceAll("\\", "\\\\").replaceAll("'", "\\'");
  return `${own} = '${text}'`;
}

/** Matches all spellings of a URL. */
function toUrlPattern(text: string): string {
  return text === "/" ? "^[/?#]+$" : `^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}[/?#]*$`;
}
