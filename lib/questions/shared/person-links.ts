import type { Asked } from "./answer.ts";
import { tooLong } from "./result-cache.ts";

/** A way to the persons behind a number: the question for them, and its URL. */
export interface PersonLink {
  filter: Record<string, unknown>;
  url: string;
}

/**
 * Makes links that share most of their question; empty shared fields (null, false, an empty list) are left out.
 * @param path the last part of the URL, such as `trends`
 * @returns a function that takes the link's own fields, the same names each time
 */
export function personLinks(
  { project, origin }: Asked,
  path: string,
  shared: Record<string, unknown>,
): (own: Record<string, unknown>) => PersonLink {
  const asked = Object.fromEntries(Object.entries(shared).filter(([, value]) => isAsked(value)));
  const start = `${origin}/api/projects/${project.id}/persons/${path}/?`;
  // Written once, since a year has 8760 hours: writing all fields for each would take seconds.
  let common: string | undefined;
  return (own) => {
    common ??= toQuery(Object.fromEntries(Object.entries(asked).filter(([name]) => !Object.hasOwn(own, name))));
    return { filter: { ...asked, ...own }, url: `${start}${common}&${toQuery(own)}` };
  };
}

/** Most characters of the links of an answer as JSON: V8 refuses a text above 512 M characters, and the rest takes some. */
const MAX_LENGTH = 500_000_000;

/** The links of all points of a line. @throws HogletError 400 (`answer_too_long`) when so many lines of them cannot be sent */
export function linkPoints(
  linkOf: (own: Record<string, unknown>) => PersonLink,
  points: readonly Record<string, unknown>[],
  lines: number,
): PersonLink[] {
  const [first] = points;
  const length = first === undefined ? 0 : JSON.stringify(linkOf(first)).length;
  if (length * points.length * lines > MAX_LENGTH) throw tooLong();
  return points.map(linkOf);
}

function isAsked(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}

/** The fields as a query string: lists and objects as JSON, nothing for what is null. */
export function toQuery(fields: Record<string, unknown>): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue;
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    parts.push(`${name}=${encodeURIComponent(text)}`);
  }
  return parts.join("&");
}
