import { parseToken } from "../../ingest/capture/index.ts";
import { isTooDeep, MAX_DEPTH } from "../../base/depth.ts";
import { invalid, unauthenticated, unreadable } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import type { Json, Properties } from "../../events/filters/index.ts";
import { readRuntime } from "./runtime.ts";
import type { Runtime } from "./runtime.ts";

export interface FlagsRequest extends AskedFor {
  /** Has the right shape; the caller checks that a project has it. */
  token: string;
}

/** The person for whom flags are asked, and the flags that are asked for. */
export interface AskedFor {
  distinctId: string;
  /** The requested flags; null = all. */
  keys: ReadonlySet<string> | null;
  /** The id before identification; null = none was sent. */
  anonymousId: string | null;
  deviceId: string | null;
  /** Keys of the person's groups, by type. */
  groups: ReadonlyMap<string, string>;
  /** Properties that stand in front of the stored ones. */
  personProperties: Properties;
  /** Sent properties, by group type. */
  groupProperties: ReadonlyMap<string, Properties>;
  /** Null = all contexts. */
  contexts: readonly string[] | null;
  runtime: Runtime;
}

const MAX_ID_LENGTH = 200;

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Parses the JSON of a request for flags. `queryToken` applies when the body has no token.
 * @param headers tell whether a browser or a server asks
 * @throws HogletError 400 or 401 whose `detail` is the plain text for clients
 */
export function parseFlagsRequest(text: string, queryToken: string | null, headers: Headers = {}): FlagsRequest {
  const fields = readObject(text);
  const given = fields["token"] ?? fields["$token"] ?? fields["api_key"] ?? queryToken;
  if (typeof given !== "string") {
    throw unauthenticated("flags requested without an api_key", "missing_api_key");
  }
  const token = parseToken(given);
  const isDisabled = fields["disable_flags"] === true;
  const personProperties = toProperties(fields["person_properties"]);
  return {
    token,
    distinctId: isDisabled ? "" : readDistinctId(fields["distinct_id"]),
    keys: isDisabled ? new Set() : readKeys(fields),
    anonymousId: readId(fields["$anon_distinct_id"] ?? personProperties["$anon_distinct_id"]),
    deviceId: readId(fields["$device_id"] ?? fields["device_id"] ?? personProperties["$device_id"]),
    groups: readGroups(fields["groups"]),
    personProperties,
    groupProperties: new Map(
      Object.entries(toProperties(fields["group_properties"])).map(([type, sent]) => [type, toProperties(sent)]),
    ),
    contexts: readTexts(fields["evaluation_contexts"]),
    runtime: readRuntime(fields, headers),
  };
}

/** A request for the flags of a person, with nothing sent along. */
export function askedFor(distinctId: string, groups: unknown = null): AskedFor {
  return {
    distinctId,
    keys: null,
    anonymousId: null,
    deviceId: null,
    groups: readGroups(groups),
    personProperties: {},
    groupProperties: new Map(),
    contexts: null,
    runtime: "all",
  };
}

function readDistinctId(value: unknown): string {
  const id = readId(value);
  if (id !== null) return id;
  throw invalid("distinct_id", "flags requested without a distinct_id");
}

/** Null = neither text nor number. */
function readId(value: unknown): string | null {
  if (typeof value === "string") return value.slice(0, MAX_ID_LENGTH);
  return typeof value === "number" ? String(value) : null;
}

function readKeys(fields: Record<string, unknown>): ReadonlySet<string> | null {
  const keys = readTexts(fields["flag_keys_to_evaluate"]);
  return keys === null ? null : new Set(keys);
}

function readTexts(value: unknown): string[] | null {
  return Array.isArray(value) ? value.filter((text) => typeof text === "string") : null;
}

function readGroups(value: unknown): Map<string, string> {
  return new Map(
    Object.entries(toProperties(value)).flatMap(([type, key]) => {
      const text = readId(key);
      return text === null ? [] : [[type, text] as const];
    }),
  );
}

/** Anything but an object counts as none. */
function toProperties(value: unknown): Properties {
  return isFields(value) ? (value as { [key: string]: Json }) : {};
}

function readObject(text: string): Record<string, unknown> {
  const value = readJson(text);
  if (typeof value === "object" && value !== null && isTooDeep(value)) {
    throw unreadable(`failed to parse request: nested deeper than ${MAX_DEPTH} levels`);
  }
  if (isFields(value)) return value;
  throw unreadable("failed to parse request: expected an object");
}

/** NaN and Infinity, which Python writes and a person's properties may hold, become null. */
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
