import { arrayOf, BOOL, DATETIME64, nullable, STRING, UINT64 } from "./compile/type.ts";
import type { Type } from "./compile/type.ts";
import type { SessionKey, SessionValue } from "../events/sessions/index.ts";

const OPTIONAL = nullable(STRING);

/** Type and source of each column of `sessions`; `id` and `distinct_id` are no properties. */
const COLUMNS: Record<string, [type: Type, source: SessionSource]> = {
  session_id: [STRING, "id"],
  id: [STRING, "id"],
  distinct_id: [STRING, "distinct_id"],
  $start_timestamp: [DATETIME64, "$start_timestamp"],
  $end_timestamp: [DATETIME64, "$end_timestamp"],
  $session_duration: [UINT64, "$session_duration"],
  duration: [UINT64, "$session_duration"],
  $urls: [arrayOf(STRING), "$urls"],
  $num_uniq_urls: [UINT64, "$num_uniq_urls"],
  $entry_current_url: [OPTIONAL, "$entry_current_url"],
  $entry_pathname: [OPTIONAL, "$entry_pathname"],
  $entry_hostname: [OPTIONAL, "$entry_hostname"],
  $exit_current_url: [OPTIONAL, "$exit_current_url"],
  $exit_pathname: [OPTIONAL, "$exit_pathname"],
  $exit_hostname: [OPTIONAL, "$exit_hostname"],
  $end_current_url: [OPTIONAL, "$end_current_url"],
  $end_pathname: [OPTIONAL, "$end_pathname"],
  $end_hostname: [OPTIONAL, "$end_hostname"],
  $entry_referring_domain: [OPTIONAL, "$entry_referring_domain"],
  $entry_referrer: [OPTIONAL, "$entry_referrer"],
  $entry_utm_source: [OPTIONAL, "$entry_utm_source"],
  $entry_utm_campaign: [OPTIONAL, "$entry_utm_campaign"],
  $entry_utm_medium: [OPTIONAL, "$entry_utm_medium"],
  $entry_utm_term: [OPTIONAL, "$entry_utm_term"],
  $entry_utm_content: [OPTIONAL, "$entry_utm_content"],
  $entry_gclid: [OPTIONAL, "$entry_gclid"],
  $entry_gad_source: [OPTIONAL, "$entry_gad_source"],
  $entry_fbclid: [OPTIONAL, "$entry_fbclid"],
  $pageview_count: [UINT64, "$pageview_count"],
  $autocapture_count: [UINT64, "$autocapture_count"],
  $screen_count: [UINT64, "$screen_count"],
  $channel_type: [STRING, "$channel_type"],
  $is_bounce: [nullable(BOOL), "$is_bounce"],
  $last_external_click_url: [OPTIONAL, "$last_external_click_url"],
};

/** A property, the session's id, or the distinct id of its last event. */
export type SessionSource = SessionKey | "id" | "distinct_id";

export const SESSION_COLUMNS: Readonly<Record<string, Type>> = Object.fromEntries(
  Object.entries(COLUMNS).map(([name, [type]]) => [name, type]),
);

/** Undefined = there is no such column. */
export function sourceOfSession(column: string): SessionSource | undefined {
  return COLUMNS[column]?.[1];
}

/** Numbers are whole, lists are JSON text. */
export type SessionCell = string | bigint | null;

export function toSessionCell(value: SessionValue): SessionCell {
  if (typeof value === "number") return BigInt(Math.round(value));
  if (typeof value === "boolean") return value ? 1n : 0n;
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

/** The virtual table with the places of the statement's sessions (`statement-runner.ts`). */
export const SESSION_PLACES = "hog_sessions";

/** SQLite only asks for the columns that a statement names. */
export function selectSessions(): string {
  const columns = Object.values(COLUMNS).map(([, source]) => `hog_sessionat(place, '${source}')`);
  return `SELECT ${columns.join(", ")} FROM ${SESSION_PLACES}`;
}
