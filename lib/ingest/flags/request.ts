import { parseToken } from "../capture/index.ts";
import { isTooDeep, MAX_DEPTH } from "../../base/depth.ts";
import { invalid, unauthenticated, unreadable } from "../../base/errors.ts";

/** A question about flags, as `/flags` and `/decide` get it. */
export interface FlagsRequest {
  /** Of the right shape; whether a project has it is for the caller to find out. */
  token: string;
  distinctId: string;
  /** The only flags asked about; null = all. */
  keys: ReadonlySet<string> | null;
}

const MAX_ID_LENGTH = 200;

/**
 * Reads the JSON of a request for flags. What it says of a person's or a group's properties is not read, since local flags
 * look at the distinct id alone. `queryToken` counts when the body names none.
 * @throws HogletError 400 or 401 whose `detail` is the plain text that clients get
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

/** Python's JSON writes NaN and Infinity, which a person's properties may hold; they become null. */
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

/** Mark by mark, since a pattern for whole texts takes hours on a text of a megabyte that never ends. */
function withoutNonFinite(json: string): string {
  let isText = false;
  return json.replaceAll(MARK, (mark) => {
    if (mark === '"') isText = !isText;
    return isText || mark === '"' || mark.startsWith("\\") ? mark : "null";
  });
}
