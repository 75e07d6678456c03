import { parseFilters } from "../../events/filters/index.ts";
import type { ElementFilter, EventTest, FilterNode, OperatorName, ValueFilter } from "../../events/filters/index.ts";
import type { ActionStep } from "./step.ts";

const AUTOCAPTURE = "$autocapture";

/**
 * An event matches an action when it passes any of these tests; no steps, no events. Plain data for plans. Source:
 * reference/insights.md 6.
 */
export function toEventTests(steps: readonly ActionStep[]): EventTest[] {
  return steps.map((step, index) => {
    const properties = parseFilters(step.properties, `steps__${index}__properties`);
    const values: FilterNode[] = [...toUrlTests(step), ...toElementTests(step)];
    return { event: step.event || null, filter: { type: "AND", values: [...values, properties] } };
  });
}

function toUrlTests({ url, url_matching: matching }: ActionStep): ValueFilter[] {
  if (!url) return [];
  return [{ type: "event", key: "$current_url", ...toTest(url, matching || "contains"), negation: false }];
}

function toElementTests(step: ActionStep): ElementFilter[] {
  if (step.event !== AUTOCAPTURE) return [];
  const tests: [key: ElementFilter["key"], text: string | null | undefined, matching: string][] = [
    ["tag_name", step.tag_name, "exact"],
    ["text", step.text, step.text_matching || "exact"],
    ["href", step.href, step.href_matching || "exact"],
    ["selector", step.selector, "exact"],
  ];
  return tests.flatMap(([key, text, matching]) =>
    text ? [{ type: "element", key, ...toTest(text, matching), negation: false }] : [],
  );
}

function toTest(text: string, matching: string): { operator: OperatorName; value: string | string[] } {
  if (matching === "regex") return { operator: "regex", value: text };
  if (matching === "contains") return { operator: "regex", value: toContainsRegex(text) };
  // A list, since a single text that spells JSON would be compared as JSON.
  return { operator: "exact", value: [text] };
}

/** SQL's LIKE '%text%', case-sensitive unlike `icontains`: `%` is any run of characters, `_` any one. */
function toContainsRegex(text: string): string {
  return text.replaceAll(/\\[%_\\]|[^]/gu, (part) => {
    if (part === "%") return ".*";
    if (part === "_") return ".";
    const literal = part.length === 2 && part.startsWith("\\") ? part.slice(1) : part;
    return literal.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
}
