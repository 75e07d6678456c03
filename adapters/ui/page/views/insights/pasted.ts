import { fromSearch } from "../../../insight-address.ts";
import type { QueryNode } from "./to-query.ts";

/** A question that somebody pasted, in one of the dialects. */
export type Pasted = { query: QueryNode } | { filters: Record<string, unknown> };

/**
 * Reads a question out of a pasted text: JSON of a query, or of older filters, or the address of an insight in PostHog, which has it
 * after `#q=`, or its fields as parameters. Null = there is none.
 */
export function readPasted(text: string): Pasted | null {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return toPasted(fromJson(trimmed));
  if (!URL.canParse(trimmed)) return null;
  const { hash, search } = new URL(trimmed);
  for (const part of [hash.slice(1), hash.split("?")[1] ?? "", search.slice(1)]) {
    const parameters = new URLSearchParams(part);
    const query = parameters.get("q") ?? parameters.get("query");
    const found = query === null ? null : toPasted(fromJson(query));
    if (found !== null) return found;
    const filters = fromSearch(part);
    if (filters !== undefined) return { filters: { ...filters } };
  }
  return null;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function toPasted(value: unknown): Pasted | null {
  if (typeof value !== "object" || value === null) return null;
  const fields = value as Record<string, unknown>;
  // A whole request, or a whole insight.
  if (typeof fields["query"] === "object" && fields["query"] !== null) return toPasted(fields["query"]);
  if (typeof fields["kind"] === "string") return { query: fields as QueryNode };
  const isOlder = ["insight", "events", "actions"].some((name) => fields[name] !== undefined);
  return isOlder ? { filters: fields } : null;
}

/** The text of a node that is SQL, or draws SQL; null = it is something else. */
export function toSql(node: Record<string, unknown> | null): string | null {
  const source = (node?.["source"] ?? node) as Record<string, unknown> | null;
  return source?.["kind"] === "HogQLQuery" && typeof source["query"] === "string" ? source["query"] : null;
}
