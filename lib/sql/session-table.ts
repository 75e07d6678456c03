import { arrayOf, BOOL, DATETIME64, nullable, STRING, UINT64 } from "./compile/type.ts";
import type { Type } from "./compile/type.ts";

const OPTIONAL = nullable(STRING);

/** Columns of `sessions` with the type of each, and the field of a session's summary (`hog_session`) that it shows. */
const COLUMNS: Record<string, [type: Type, field: string]> = {
  session_id: [STRING, ""],
  id: [STRING, ""],
  distinct_id: [STRING, "distinctId"],
  $start_timestamp: [DATETIME64, "startMs"],
  $end_timestamp: [DATETIME64, "endMs"],
  $session_duration: [UINT64, "seconds"],
  duration: [UINT64, "seconds"],
  $urls: [arrayOf(STRING), "urls"],
  $num_uniq_urls: [UINT64, "urlCount"],
  $entry_current_url: [OPTIONAL, "entry.url"],
  $entry_pathname: [OPTIONAL, "entry.pathname"],
  $entry_hostname: [OPTIONAL, "entry.hostname"],
  $exit_current_url: [OPTIONAL, "exit.url"],
  $exit_pathname: [OPTIONAL, "exit.pathname"],
  $exit_hostname: [OPTIONAL, "exit.hostname"],
  $end_current_url: [OPTIONAL, "exit.url"],
  $end_pathname: [OPTIONAL, "exit.pathname"],
  $end_hostname: [OPTIONAL, "exit.hostname"],
  $entry_referring_domain: [OPTIONAL, "source.referringDomain"],
  $entry_referrer: [OPTIONAL, "source.referrer"],
  $entry_utm_source: [OPTIONAL, "source.utmSource"],
  $entry_utm_campaign: [OPTIONAL, "source.utmCampaign"],
  $entry_utm_medium: [OPTIONAL, "source.utmMedium"],
  $entry_utm_term: [OPTIONAL, "source.utmTerm"],
  $entry_utm_content: [OPTIONAL, "source.utmContent"],
  $entry_gclid: [OPTIONAL, "source.gclid"],
  $entry_gad_source: [OPTIONAL, "source.gadSource"],
  $entry_fbclid: [OPTIONAL, "source.fbclid"],
  $pageview_count: [UINT64, "pageviews"],
  $autocapture_count: [UINT64, "autocaptures"],
  $screen_count: [UINT64, "screens"],
  $channel_type: [STRING, "channelType"],
  $is_bounce: [nullable(BOOL), "isBounce"],
  $last_external_click_url: [OPTIONAL, "lastExternalClickUrl"],
};

/** The columns of `sessions`, with their types. */
export const SESSION_COLUMNS: Readonly<Record<string, Type>> = Object.fromEntries(
  Object.entries(COLUMNS).map(([name, [type]]) => [name, type]),
);

/**
 * Selects the sessions of a project: one row for each `$session_id`, from all its events. A question about sessions
 * reads every event of the project.
 */
export function selectSessions(projectId: number): string {
  const columns = Object.values(COLUMNS).map(([, field]) => (field === "" ? "s.id" : `s.summary ->> '$.${field}'`));
  return `SELECT ${columns.join(", ")} FROM (
    SELECT e.properties ->> '$."$session_id"' AS id,
      hog_session(e.timestamp, (SELECT name FROM main.event_names WHERE id = e.event_name_id),
        (SELECT distinct_id FROM main.distinct_ids WHERE id = e.distinct_id_id), e.properties) AS summary
    FROM main.events e
    WHERE e.project_id = ${projectId} AND e.properties ->> '$."$session_id"' <> ''
    GROUP BY 1) s`;
}
