import type { Operation } from "./operations.ts";

/** A request that the form sends. */
export interface TriedRequest {
  method: string;
  /** Path and query, from the server's root. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** Fills the fields of a route in; a field of the query that is empty is left out. */
export function toRequest(
  { method, path, parameters }: Pick<Operation, "method" | "path" | "parameters">,
  values: ReadonlyMap<string, string>,
  text: string | null,
  key: string,
): TriedRequest {
  const body = text === null || text.trim() === "" ? null : text;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? "").replace("%40", "@"),
  );
  const query = new URLSearchParams();
  for (const { name, where } of parameters) {
    const value = values.get(name) ?? "";
    if (where === "query" && value !== "") query.set(name, value);
  }
  return {
    method,
    path: query.size === 0 ? filled : `${filled}?${query}`,
    headers: {
      "x-hoglet-page": "1",
      ...(body !== null && { "content-type": "application/json" }),
      ...(key !== "" && { authorization: `Bearer ${key}` }),
    },
    body,
  };
}

/** A request as a command of curl; the key stays out of it. */
export function toCurl({ method, path, headers, body }: TriedRequest, root: string): string {
  const parts = [`curl ${method === "GET" ? "" : `-X ${method} `}${quote(new URL(path.slice(1), root).href)}`];
  parts.push('-H "authorization: Bearer $HOGLET_PERSONAL_API_KEY"');
  const type = headers["content-type"];
  if (type !== undefined) parts.push(`-H ${quote(`content-type: ${type}`)}`);
  if (body !== null) parts.push(`-d ${quote(body)}`);
  return parts.join(" \\\n  ");
}

/** A text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
