import { invalid } from "../errors.ts";

/** The insights that the path `trend` serves (reference/insights.md 3). */
export type TrendInsight = "TRENDS" | "LIFECYCLE" | "STICKINESS";

/** Which of them a query asks for: by `shown_as`, else by `insight`, else trends. @throws HogletError 400 */
export function toInsight({ insight, shown_as: shown }: Record<string, unknown>): TrendInsight {
  const names = [shown === undefined ? "" : String(shown), String(insight ?? "TRENDS")].map((name) =>
    name.toUpperCase(),
  );
  const [shownAs = "", named = ""] = names;
  if (shownAs === "LIFECYCLE" || shownAs === "STICKINESS") return shownAs;
  if (shownAs !== "" && shownAs !== "VOLUME") {
    throw invalid("shown_as", `Expected Volume, Lifecycle or Stickiness but received "${String(shown)}".`);
  }
  if (named === "TRENDS" || named === "LIFECYCLE" || named === "STICKINESS") return named;
  throw invalid("insight", `Expected TRENDS, LIFECYCLE or STICKINESS but received "${String(insight)}".`);
}

/** @throws HogletError 400 when a query asks for another insight than the one it was handed to */
export function requireInsight(fields: Record<string, unknown>, wanted: TrendInsight): void {
  const isSilent = fields["insight"] === undefined && fields["shown_as"] === undefined;
  const asked = isSilent ? wanted : toInsight(fields);
  if (asked === wanted) return;
  const attr = String(fields["shown_as"] ?? "").toUpperCase() === asked ? "shown_as" : "insight";
  throw invalid(attr, `This question is ${asked}, but ${wanted} was called.`);
}
