import * as v from "valibot";
import { invalid } from "../base/errors.ts";
import { insightKinds } from "./registry.ts";
import { readFilters } from "./shared/filters-to-node.ts";
import type { Converter } from "./shared/filters-to-node.ts";
import type { RequestFields } from "./shared/request-fields.ts";

/** The kinds whose nodes have a form in `filters`. */
const CONVERTED = insightKinds.flatMap(({ insight, shownAs, node }) =>
  node.filters === undefined
    ? []
    : [{ insight, shownAs, kind: node.query.kind, schema: node.query.node, ...node.filters }],
);

/**
 * The node that older `filters` mean.
 * @param filters an object, a list whose first member counts, or JSON text of them
 * @param converter whose rules count where PostHog's server and its pages differ
 * @throws HogletError 400 for an unknown insight, and for what nodes cannot say (two breakdowns of a funnel)
 */
export function filtersToNode(filters: unknown, converter: Converter = "server"): RequestFields {
  const fields = readFilters(filters);
  const insight = insightOf(fields);
  const found = CONVERTED.find((each) => each.insight === insight);
  if (found === undefined) {
    const names = CONVERTED.map((each) => each.insight);
    throw invalid("insight", `Expected one of ${names.join(", ")} but received "${insight}".`);
  }
  return found.toNode(fields, converter);
}

/** `shown_as` counts before `insight`; without both it is a trend, and so are sessions. */
function insightOf({ insight, shown_as: shown }: RequestFields): string {
  const shownAs = String(shown ?? "").toUpperCase();
  // `Volume` names no insight: trends and others have it.
  const isShown = CONVERTED.some((each) => each.insight === shownAs && each.shownAs?.toUpperCase() === shownAs);
  if (isShown) return shownAs;
  const named = String(insight || "TRENDS").toUpperCase();
  return named === "SESSIONS" ? "TRENDS" : named;
}

/**
 * The older `filters` that a node means; null = its kind has no such form, or refuses the node: clients may keep a
 * query that fails only when it is asked.
 * @throws HogletError 400
 */
export function nodeToOldFilters(node: RequestFields): RequestFields | null {
  const found = CONVERTED.find(({ kind }) => kind === node["kind"]);
  return found !== undefined && v.is(found.schema, node) ? found.ofNode(node) : null;
}
