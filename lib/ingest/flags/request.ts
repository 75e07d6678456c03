import { parseToken } from "../capture/index.ts";
import { isTooDeep, MAX_DEPTH } from "../../base/depth.ts";
import { invalid, unauthenticated, unreadable } from "../../base/errors.ts";

/** A request for flags, as `/flags` and `/decide` receive it. */
export interface FlagsRequest {
  /** Has the right shape; the caller checks that a project has it. */
  token: string;
  distinctId: string;
  /** The requested flags; null = all. */
  keys: ReadonlySet<string> | null;
}

const MAX_ID_LENGTH = 200;

/**
 * Parses the JSON of a request for flags. Properties of persons and groups are ignored, since flags depend only on the
 * distinct id. `queryToken` applies when the body has no token.
 * @throws HogletError 400 or 401 whose `detail` is the plain text for clients
 */
export function parseFlagsRequest(text: string, queryToken: string | null): FlagsRequest {
  const fields = readObject(text);
  const given = fields["token"] ?? fields["$token"] ?? fields["api_key"] ?? queryToken;
  if (typeof given !== "string") {
    throw unauthenticated("flags requested without an api_key", "missing_api_key");
  }
  const token = parseToken(given);
  if (fields["disable_flags"] === true) return { token, distinctId: "", keys: new Set() };
  return { token, distinctId: readDistinctId(fields["distinct_id"]), keys: readKeys(fields) };
}

function readDistinctId(value: unknown): string {
  if (typeof value === "string") return value.slice(0, MAX_ID_LENGTH);
  if (typeof value === "number") return String(value);
  throw invalid("distinct_id", "flags requested without a distinct_id");
}

function readKeys(fields: Record<string, unknown>): ReadonlySet<string> | null {
  const keys = fields["flag_keys_to_evaluate"];
  return Array.isArray(keys) ? new Set(keys.filter((key) => typeof key === "string")) : null;
}

function readObject(text: string): Record<string, unknown> {
  const value = readJson(text);
  if (typeof value === "object" && value !== null && isTooDeep(value)) {
    throw unreadable(`failed to parse request: nested deeper than ${MAX_DEPTH} levels`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw unreadable("failed to parse request: expected an object");
}

/** Parses JSON with NaN and Infinity, which Python writes and a person's properties may hold; they become null. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const finite = withoutNonFinite(text);
    if (finite !== text) return readJson(finite);
    throw unreadable(`failed to parse request: ${cause instanceof Error ? cause.message : "invalid JSON"}`, cause);
  }
}

const MARK = /\\[^]|"|-?\b(?:NaN|Infinity)\b/g;

/**
 * Character by character, since a regular expression for whole strings takes hours on a megabyte without a closing
 * quote.
 */
function withoutNonFinite(json: string): string {
  let isText = false;
  return json.replaceAll(MARK, (mark) => {
    if (mark === '"') isText = !isText;
    return isText || mark === '"' || mark.startsWith("\\") ? mark : "null";
  });
}
