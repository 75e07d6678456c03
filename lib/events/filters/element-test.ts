import type { Element } from "../elements/index.ts";
import { operators } from "./operators.ts";
import type { OperatorName } from "./operators.ts";
import { propertyText } from "./property-text.ts";
import type { ElementFilter } from "./filter-node.ts";
import { compileSelector, parseSelector } from "./selector.ts";

// Negative operators must hold for all elements instead of any: "no element is …".
const NEGATIVE = new Set<OperatorName>([
  "is_not",
  "not_icontains",
  "not_icontains_multi",
  "not_starts_with",
  "not_ends_with",
  "not_regex",
  "is_not_set",
  "not_in",
]);

/** Compiles the test of a chain of elements, innermost first; the caller applies `negation`. */
export function compileElementFilter(filter: ElementFilter): (chain: readonly Element[]) => boolean {
  const { key, operator, value } = filter;
  const isNegative = NEGATIVE.has(operator);
  if (key === "selector") {
    const finds = [value].flat().map(toSelectorTest);
    return (chain) => finds.some((find) => find(chain)) !== isNegative;
  }
  const test = operators[operator].compile(value);
  return (chain) => {
    // Elements without the attribute are not tested.
    const stored = chain.map((element) => element[key]).filter((text) => text !== undefined);
    return isNegative ? stored.every(test) : stored.some(test);
  };
}

function toSelectorTest(value: unknown): (chain: readonly Element[]) => boolean {
  const selector = parseSelector(propertyText(value as string));
  return selector === null ? () => false : compileSelector(selector);
}
