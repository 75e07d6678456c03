import { funnelsFromFilters } from "./funnel/from-filters.ts";
import { funnelsToFilters } from "./funnel/query-question.ts";
import type { FunnelsQueryRead } from "./funnel/query-node.ts";
import { invalid } from "../base/errors.ts";
import { lifecycleFromFilters } from "./lifecycle/from-filters.ts";
import type { LifecycleQueryRead } from "./lifecycle/query-node.ts";
import { lifecycleToFilters } from "./lifecycle/query.ts";
import { pathsFromFilters } from "./paths/from-filters.ts";
import type { PathsQueryRead } from "./paths/query-node.ts";
import { pathsToFilters } from "./paths/query.ts";
import { retentionFromFilters } from "./retention/from-filters.ts";
import { retentionToFilters } from "./retention/query-question.ts";
import type { RetentionQueryRead } from "./retention/query-node.ts";
import { readFilters } from "./shared/filters-to-node.ts";
import type { Converter } from "./shared/filters-to-node.ts";
import type { RequestFields } from "./shared/request-fields.ts";
import { stickinessFromFilters } from "./stickiness/from-filters.ts";
import type { StickinessQueryRead } from "./stickiness/query-node.ts";
import { stickinessToFilters } from "./stickiness/query.ts";
import { trendsFromFilters } from "./trend/from-filters.ts";
import type { TrendsQueryRead } from "./trend/query-node.ts";
import { trendsToFilters } from "./trend/query-question.ts";

/** How the question of an insight is written in the other dialect. */
interface Dialects {
  insight: string;
  fromFilters(filters: RequestFields, converter: Converter): RequestFields;
  /** The node as it was sent: fields that nobody knows are kept. */
  toFilters(node: RequestFields): RequestFields;
}

/** Types a row by what its `toFilters` reads; a node that was not read by its schema lacks defaults alone. */
function dialects<Node>(
  insight: string,
  fromFilters: Dialects["fromFilters"],
  toFilters: (node: Node) => RequestFields,
): Dialects {
  return { insight, fromFilters, toFilters: toFilters as unknown as Dialects["toFilters"] };
}

/** The kinds of nodes that have a form in `filters`. */
const DIALECTS: Readonly<Record<string, Dialects>> = {
  TrendsQuery: dialects<TrendsQueryRead>("TRENDS", trendsFromFilters, trendsToFilters),
  FunnelsQuery: dialects<FunnelsQueryRead>("FUNNELS", funnelsFromFilters, funnelsToFilters),
  RetentionQuery: dialects<RetentionQueryRead>("RETENTION", retentionFromFilters, retentionToFilters),
  PathsQuery: dialects<PathsQueryRead>("PATHS", pathsFromFilters, pathsToFilters),
  LifecycleQuery: dialects<LifecycleQueryRead>("LIFECYCLE", lifecycleFromFilters, lifecycleToFilters),
  StickinessQuery: dialects<StickinessQueryRead>("STICKINESS", stickinessFromFilters, stickinessToFilters),
};

/**
 * The node that older `filters` mean.
 * @param filters an object, a list whose first member counts, or JSON text of them
 * @param converter whose rules count where the server of the real service and its pages differ
 * @throws HogletError 400 for an insight that is none, and for what nodes cannot say (two breakdowns of a funnel)
 */
export function filtersToNode(filters: unknown, converter: Converter = "server"): RequestFields {
  const fields = readFilters(filters);
  const insight = insightOf(fields);
  const found = Object.values(DIALECTS).find((each) => each.insight === insight);
  if (found === undefined) {
    const names = Object.values(DIALECTS).map((each) => each.insight);
    throw invalid("insight", `Expected one of ${names.join(", ")} but received "${insight}".`);
  }
  return found.fromFilters(fields, converter);
}

/** `shown_as` counts before `insight`; without both it is a trend, and so are sessions. */
function insightOf({ insight, shown_as: shown }: RequestFields): string {
  const shownAs = String(shown ?? "").toUpperCase();
  if (shownAs === "STICKINESS" || shownAs === "LIFECYCLE") return shownAs;
  const named = String(insight || "TRENDS").toUpperCase();
  return named === "SESSIONS" ? "TRENDS" : named;
}

/** The older `filters` that a node means; null = its kind has no such form. @throws HogletError 400 */
export function nodeToOldFilters(node: RequestFields): RequestFields | null {
  return DIALECTS[String(node["kind"])]?.toFilters(node) ?? null;
}
