import type { Asked } from "./answer.ts";

/** A way to the persons behind a number: the question for them, and its URL. */
export interface PersonLink {
  filter: Record<string, unknown>;
  url: string;
}

/** Makes links that share most of their question. @param path the last part of the URL, such as `trends` */
export function personLinks(
  { project, origin }: Asked,
  path: string,
  shared: Record<string, unknown>,
): (own: Record<string, unknown>) => PersonLink {
  const start = `${origin}/api/projects/${project.id}/persons/${path}/?`;
  return (own) => {
    const filter = { ...shared, ...own };
    return { filter, url: start + toQuery(filter) };
  };
}

/** The fields as a query string: lists and objects as JSON, nothing for what is null or undefined. */
function toQuery(fields: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue;
    query.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return query.toString();
}
