import type { QuestionDraft } from "./question.ts";

// A question in the address of the page: one parameter for each field, as in the API's GET requests.

const LISTS = new Set<string>([
  "events",
  "actions",
  "properties",
  "breakdowns",
  "exclusions",
  "funnel_correlation_names",
  "funnel_correlation_exclude_names",
  "funnel_correlation_event_names",
  "funnel_correlation_exclude_event_names",
  "funnel_correlation_event_exclude_property_names",
  "target_entity",
  "returning_entity",
  "include_event_types",
  "include_custom_events",
  "exclude_events",
  "path_groupings",
  "funnel_filter",
] satisfies (keyof QuestionDraft)[]);

const NUMBERS = new Set<string>([
  "smoothing_intervals",
  "breakdown_group_type_index",
  "breakdown_limit",
  "breakdown_histogram_bin_count",
  "breakdown_attribution_value",
  "aggregation_group_type_index",
  "funnel_window_days",
  "funnel_window_interval",
  "funnel_from_step",
  "funnel_to_step",
  "bin_count",
  "total_intervals",
  "step_limit",
  "edge_limit",
  "min_edge_weight",
  "max_edge_weight",
] satisfies (keyof QuestionDraft)[]);

const BOOLEANS = new Set<string>([
  "filter_test_accounts",
  "compare",
  "path_replacements",
] satisfies (keyof QuestionDraft)[]);

/** The field that may be text, a number or a list: JSON, except for texts that are not valid JSON. */
const EITHER = "breakdown";
const LIKE_JSON = /^[["\d-]/;

/** The question as the part after the `?` of the address; `fromSearch` parses it. */
export function toSearch(question: QuestionDraft): string {
  return Object.entries(question)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${escape(name)}=${escape(toText(name, value))}`)
    .join("&");
}

function toText(name: string, value: unknown): string {
  if (name === EITHER && (typeof value !== "string" || LIKE_JSON.test(value))) return JSON.stringify(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Characters that need no escape after a `#` stay readable. */
function escape(text: string): string {
  return encodeURIComponent(text).replace(/%(?:3A|2C|5B|5D|7B|7D|24)/gi, (code) => decodeURIComponent(code));
}

/** The question of an address; undefined = none, or unreadable. */
export function fromSearch(search: string): QuestionDraft | undefined {
  const fields = search.split("&").filter((part) => part !== "");
  try {
    const question = Object.fromEntries(fields.map(toField));
    return typeof question["insight"] === "string" ? (question as unknown as QuestionDraft) : undefined;
  } catch {
    // The address was cut off.
    return undefined;
  }
}

function toField(part: string): [string, unknown] {
  const end = part.indexOf("=");
  const [name, text] = [part.slice(0, end), part.slice(end + 1)].map(decodeURIComponent) as [string, string];
  if (LISTS.has(name)) return [name, JSON.parse(text)];
  if (NUMBERS.has(name)) return [name, Number(text)];
  if (BOOLEANS.has(name)) return [name, text === "true"];
  return [name, name === EITHER && LIKE_JSON.test(text) ? JSON.parse(text) : text];
}

/** The part of the address after the `#` for a question: new, or of a saved insight, possibly changed. */
export function toAddress(id: string | number, question?: QuestionDraft): string {
  return question === undefined ? `/insights/${id}` : `/insights/${id}?${toSearch(question)}`;
}
