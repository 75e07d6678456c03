import { createRecent } from "../../base/recent.ts";
import type { Asked } from "./answer.ts";
import { tooLong } from "./result-cache.ts";

/** A question for the persons behind a number, and its URL. */
export interface PersonLink {
  filter: Record<string, unknown>;
  url: string;
}

/** A link's own fields, and their query string: the lines of an answer share points, which are written once. */
export interface LinkPoint {
  fields: Record<string, unknown>;
  query: string;
}

export function toLinkPoint(fields: Record<string, unknown>): LinkPoint {
  return { fields, query: toQuery(fields) };
}

/** Longer series are not remembered: they take memory, and long to tell apart. */
const FEW_POINTS = 1000;

/** Series whose query strings are remembered, enough for several dashboards: 0.1 MB each. */
const recent = createRecent<string[]>(50);

/** `toLinkPoint` of each point of a series. @param name of the series: equal names mean equal points */
export function toLinkPoints(points: readonly Record<string, unknown>[], name: string): LinkPoint[] {
  if (points.length > FEW_POINTS) return points.map(toLinkPoint);
  const queries = recent.get(name, () => points.map(toQuery));
  return points.map((fields, index) => ({ fields, query: queries[index] ?? "" }));
}

/**
 * Makes links that share most of their question; empty shared fields (null, false, an empty list) are left out.
 * @param path the last part of the URL, such as `trends`
 * @returns a function of the link's own fields (the same names each time) and their query string, if at hand
 */
export function personLinks(
  { project, origin }: Asked,
  path: string,
  shared: Record<string, unknown>,
): (own: Record<string, unknown>, ownQuery?: string) => PersonLink {
  const asked = Object.fromEntries(Object.entries(shared).filter(([, value]) => isAsked(value)));
  const start = `${origin}/api/projects/${project.id}/persons/${path}/?`;
  // Written once: a year has 8760 hours, and writing all fields for each would take seconds.
  let common: string | undefined;
  return (own, ownQuery = toQuery(own)) => {
    common ??= toQuery(Object.fromEntries(Object.entries(asked).filter(([name]) => !Object.hasOwn(own, name))));
    return { filter: { ...asked, ...own }, url: `${start}${common}&${ownQuery}` };
  };
}

/**
 * Characters of an answer's links as JSON: V8 refuses a text above 512 M characters, and the rest of the answer needs
 * some.
 */
const MAX_LENGTH = 500_000_000;

/** The links of all points of a line. @throws HogletError 400 (`answer_too_long`) when so many lines of them cannot be sent */
export function linkPoints(
  linkOf: ReturnType<typeof personLinks>,
  points: readonly LinkPoint[],
  lines: number,
): PersonLink[] {
  const [first] = points;
  const length = first === undefined ? 0 : JSON.stringify(linkOf(first.fields, first.query)).length;
  if (length * points.length * lines > MAX_LENGTH) throw tooLong();
  return points.map(({ fields, query }) => linkOf(fields, query));
}

function isAsked(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}

/** Lists and objects as JSON; nulls are left out. */
export function toQuery(fields: Record<string, unknown>): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue;
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    parts.push(`${name}=${encodeURIComponent(text)}`);
  }
  return parts.join("&");
}
