import type { SessionSummary } from "./session.ts";

/** The value of a property as it is stored: instants are epoch ms, lists are lists; null = the session has none. */
export type SessionValue = string | number | boolean | string[] | null;

/** Properties for questions and SQL, each with its value. Source: reference/query.md 4.12 and 8. */
const PROPERTIES = {
  $start_timestamp: ({ startMs }) => startMs,
  $end_timestamp: ({ endMs }) => endMs,
  $session_duration: ({ seconds }) => seconds,
  $entry_current_url: ({ entry }) => entry.url,
  $entry_pathname: ({ entry }) => entry.pathname,
  $entry_hostname: ({ entry }) => entry.hostname,
  $exit_current_url: ({ exit }) => exit.url,
  $exit_pathname: ({ exit }) => exit.pathname,
  $exit_hostname: ({ exit }) => exit.hostname,
  $end_current_url: ({ exit }) => exit.url,
  $end_pathname: ({ exit }) => exit.pathname,
  $end_hostname: ({ exit }) => exit.hostname,
  $entry_referring_domain: ({ source }) => source.referringDomain,
  $entry_referrer: ({ source }) => source.referrer,
  $entry_utm_source: ({ source }) => source.utmSource,
  $entry_utm_campaign: ({ source }) => source.utmCampaign,
  $entry_utm_medium: ({ source }) => source.utmMedium,
  $entry_utm_term: ({ source }) => source.utmTerm,
  $entry_utm_content: ({ source }) => source.utmContent,
  $entry_gclid: ({ source }) => source.gclid,
  $entry_gad_source: ({ source }) => source.gadSource,
  $entry_fbclid: ({ source }) => source.fbclid,
  $pageview_count: ({ pageviews }) => pageviews,
  $autocapture_count: ({ autocaptures }) => autocaptures,
  $screen_count: ({ screens }) => screens,
  $urls: ({ urls }) => urls,
  $num_uniq_urls: ({ urlCount }) => urlCount,
  $channel_type: (session) => session.channelType,
  $is_bounce: ({ isBounce }) => isBounce,
  $last_external_click_url: ({ lastExternalClickUrl }) => lastExternalClickUrl,
} satisfies Record<string, (session: SessionSummary) => SessionValue>;

export type SessionKey = keyof typeof PROPERTIES;

export const SESSION_KEYS = Object.keys(PROPERTIES) as SessionKey[];

export function isSessionKey(name: string): name is SessionKey {
  return Object.hasOwn(PROPERTIES, name);
}

export function sessionValue(session: SessionSummary, key: SessionKey): SessionValue {
  return PROPERTIES[key](session);
}

const NUMBERS = new Set<SessionKey>([
  "$session_duration",
  "$pageview_count",
  "$autocapture_count",
  "$screen_count",
  "$num_uniq_urls",
]);

/** Are the values of the property numbers? */
export function isSessionNumber(key: SessionKey): boolean {
  return NUMBERS.has(key);
}

export function isSessionTime(key: SessionKey): boolean {
  return key === "$start_timestamp" || key === "$end_timestamp";
}
