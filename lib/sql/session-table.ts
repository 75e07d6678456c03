import { arrayOf, BOOL, DATETIME64, nullable, STRING, UINT64 } from "./compile/type.ts";
import type { Type } from "./compile/type.ts";
import { BOUNCE_SECONDS } from "../events/sessions/index.ts";
import { intactPropertiesOf } from "../storage/index.ts";

const PROPERTIES = intactPropertiesOf("e");

const OPTIONAL = nullable(STRING);

/** The length of a session in milliseconds. */
const LENGTH = "(s.end_ms - s.start_ms)";

/** A field of a session's summary (`hog_session`), which JavaScript collects. */
const field = (path: string) => `s.summary ->> '$.${path}'`;

/**
 * Columns of `sessions`: the type of each, and its value. Values that SQL finds by itself cost a fifth of the summary, which
 * SQLite leaves out where no column of it is asked for.
 */
const COLUMNS: Record<string, [type: Type, sql: string]> = {
  session_id: [STRING, "s.id"],
  id: [STRING, "s.id"],
  distinct_id: [STRING, field("distinctId")],
  $start_timestamp: [DATETIME64, "s.start_ms"],
  $end_timestamp: [DATETIME64, "s.end_ms"],
  $session_duration: [UINT64, `${LENGTH} / 1000`],
  duration: [UINT64, `${LENGTH} / 1000`],
  $urls: [arrayOf(STRING), field("urls")],
  $num_uniq_urls: [UINT64, field("urlCount")],
  $entry_current_url: [OPTIONAL, field("entry.url")],
  $entry_pathname: [OPTIONAL, field("entry.pathname")],
  $entry_hostname: [OPTIONAL, field("entry.hostname")],
  $exit_current_url: [OPTIONAL, field("exit.url")],
  $exit_pathname: [OPTIONAL, field("exit.pathname")],
  $exit_hostname: [OPTIONAL, field("exit.hostname")],
  $end_current_url: [OPTIONAL, field("exit.url")],
  $end_pathname: [OPTIONAL, field("exit.pathname")],
  $end_hostname: [OPTIONAL, field("exit.hostname")],
  $entry_referring_domain: [OPTIONAL, field("source.referringDomain")],
  $entry_referrer: [OPTIONAL, field("source.referrer")],
  $entry_utm_source: [OPTIONAL, field("source.utmSource")],
  $entry_utm_campaign: [OPTIONAL, field("source.utmCampaign")],
  $entry_utm_medium: [OPTIONAL, field("source.utmMedium")],
  $entry_utm_term: [OPTIONAL, field("source.utmTerm")],
  $entry_utm_content: [OPTIONAL, field("source.utmContent")],
  $entry_gclid: [OPTIONAL, field("source.gclid")],
  $entry_gad_source: [OPTIONAL, field("source.gadSource")],
  $entry_fbclid: [OPTIONAL, field("source.fbclid")],
  $pageview_count: [UINT64, "s.pageviews"],
  $autocapture_count: [UINT64, "s.autocaptures"],
  $screen_count: [UINT64, "s.screens"],
  $channel_type: [STRING, field("channelType")],
  $is_bounce: [
    nullable(BOOL),
    `CASE WHEN s.pageviews > 0 THEN s.pageviews = 1 AND s.autocaptures = 0 AND ${LENGTH} < ${BOUNCE_SECONDS * 1000} END`,
  ],
  $last_external_click_url: [OPTIONAL, field("lastExternalClickUrl")],
};

/** The columns of `sessions`, with their types. */
export const SESSION_COLUMNS = toTypes(Object.entries(COLUMNS));

/** Columns that need no summary: the start and end of sessions, and how many events of a sort they have. */
const SPANS = Object.entries(COLUMNS).filter(([, [, sql]]) => !sql.includes("s.summary"));

/** The view of those columns alone. SQLite would make the summary of each session even if nobody reads it. */
export const SPAN_VIEW = "session_spans";
export const SPAN_COLUMNS = toTypes(SPANS);

function toTypes(columns: typeof SPANS): Readonly<Record<string, Type>> {
  return Object.fromEntries(columns.map(([name, [type]]) => [name, type]));
}

/**
 * Selects the sessions of a project: one row for each `$session_id`, from all its events between `hog_sessionsfrom()` and
 * `hog_sessionsuntil()`. The plus sign keeps SQLite from its index of times: it reads nearly all rows, in their order.
 */
export function selectSessions(projectId: number): string {
  return select(
    projectId,
    Object.entries(COLUMNS),
    `,
      hog_session(e.timestamp, (SELECT name FROM main.event_names WHERE id = e.event_name_id),
        (SELECT distinct_id FROM main.distinct_ids WHERE id = e.distinct_id_id), ${PROPERTIES}) AS summary`,
  );
}

/** As `selectSessions`, without the columns that need a summary. */
export function selectSpans(projectId: number): string {
  return select(projectId, SPANS, "");
}

function select(projectId: number, columns: typeof SPANS, summary: string): string {
  const countOf = (name: string) =>
    `count(*) FILTER (WHERE e.event_name_id IN
      (SELECT id FROM main.event_names WHERE project_id = ${projectId} AND name = '${name}'))`;
  return `SELECT ${columns.map(([, [, sql]]) => sql).join(", ")} FROM (
    SELECT ${PROPERTIES} ->> '$."$session_id"' AS id, min(e.timestamp) AS start_ms, max(e.timestamp) AS end_ms,
      ${countOf("$pageview")} AS pageviews, ${countOf("$autocapture")} AS autocaptures, ${countOf("$screen")} AS screens${summary}
    FROM main.events e
    WHERE e.project_id = ${projectId} AND +e.timestamp >= hog_sessionsfrom() AND +e.timestamp < hog_sessionsuntil()
      AND ${PROPERTIES} ->> '$."$session_id"' <> ''
    GROUP BY 1) s`;
}
