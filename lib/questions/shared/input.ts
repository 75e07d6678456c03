import { invalid } from "../../base/errors.ts";
import { parseJsonText } from "../../base/json-text.ts";
import { requestLimits } from "../../base/request-limits.ts";

// Fields that are JSON text in a query string or a form.
const JSON_FIELDS = new Set([
  "events",
  "actions",
  "properties",
  "breakdowns",
  "target_entity",
  "returning_entity",
  "include_event_types",
  "include_custom_events",
  "exclude_events",
  "path_groupings",
  "local_path_cleaning_filters",
  "funnel_filter",
  "exclusions",
  "funnel_custom_steps",
  "funnel_correlation_names",
  "funnel_correlation_exclude_names",
  "funnel_correlation_event_names",
  "funnel_correlation_exclude_event_names",
  "funnel_correlation_event_exclude_property_names",
  "funnel_correlation_person_entity",
  "funnel_correlation_property_values",
]);

/**
 * Brings the fields of a JSON body, an object, a query string or a form to one form. JSON text becomes its value; empty
 * text and null become absent, as clients send both for "not chosen". Scalars stay: the schema reads numbers and
 * booleans typed or as text.
 * @throws HogletError 400 when the input is no object, a field holds broken JSON, or all of them hold too much. Source:
 * reference/insights.md 3.
 */
export function normaliseInput(input: unknown): Record<string, unknown> {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw invalid(null, "Expected an object of query parameters.");
  }
  const fields = Object.entries(input)
    .map(([name, value]) => [name, name === "breakdown" ? toBreakdown(value, input) : fromText(name, value)] as const)
    .filter(([, value]) => value !== null && value !== undefined && value !== "");
  const normal = Object.fromEntries(fields);
  expectSmall(normal);
  return normal;
}

/** @throws HogletError 400 for too many values or characters */
export function expectSmall(fields: object): void {
  const { valuesOfQuestion, charsOfQuestion } = requestLimits;
  let [values, chars] = [0, 0];
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    values += countValues(value);
    chars += countChars(value);
    if (values > valuesOfQuestion) throw invalid(name, `Expected a question of at most ${valuesOfQuestion} values.`);
    if (chars > charsOfQuestion) throw invalid(name, `Expected a question of at most ${charsOfQuestion} characters.`);
  }
}

function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + countValues(each), 1);
}

/** Characters of all texts in a value, names included. */
function countChars(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + countChars(each), 0);
  return Object.entries(value).reduce((sum, [name, each]) => sum + name.length + countChars(each), 0);
}

function fromText(name: string, value: unknown): unknown {
  if (typeof value !== "string" || value === "") return value;
  return JSON_FIELDS.has(name) ? fromJsonText(name, value) : value;
}

/** A list as JSON text, else the name of a property: `[0]` is a list for cohorts, and a name for other types. */
function toBreakdown(text: unknown, { breakdown_type: type }: { breakdown_type?: unknown }): unknown {
  if (typeof text !== "string") return text;
  try {
    const value = parseJsonText(text);
    return Array.isArray(value) && (type === "cohort" || value.some((item) => typeof item === "string")) ? value : text;
  } catch {
    // Not JSON: the text itself is the value.
    return text;
  }
}

function fromJsonText(name: string, text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    throw Object.assign(invalid(name, "Expected JSON text."), { cause: error });
  }
}
