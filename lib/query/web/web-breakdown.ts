import type { Constant } from "../../hogql/index.ts";

/** Values that a site's visits are listed by. Source: reference/query.md 4.12. */
export const WEB_BREAKDOWNS = [
  "Page",
  "InitialPage",
  "ExitPage",
  "ExitClick",
  "PreviousPage",
  "ScreenName",
  "InitialChannelType",
  "InitialReferringDomain",
  "InitialReferringURL",
  "InitialUTMSource",
  "InitialUTMCampaign",
  "InitialUTMMedium",
  "InitialUTMTerm",
  "InitialUTMContent",
  "InitialUTMSourceMediumCampaign",
  "Browser",
  "OS",
  "Viewport",
  "DeviceType",
  "Country",
  "Region",
  "City",
  "Timezone",
  "Language",
  "FrustrationMetrics",
] as const;
export type WebBreakdownName = (typeof WEB_BREAKDOWNS)[number];

export interface WebBreakdown {
  /** Expressions of its value; with several, the value is a list. */
  parts: string[];
  /** The condition on a visit with a value; null = visits without a value are a row too. */
  found: string | null;
  /** Pages only: the expression of the page that the session began on. */
  entry: string | null;
  /** Constants in the expressions. */
  values: Record<string, Constant>;
}

/** How pages are shown. */
export interface PageOptions {
  /** Does a path begin with the name of the host? */
  hasHost: boolean;
  /** Replacements in paths, in their order. */
  cleaning: readonly { regex: string; alias: string }[];
}

const none = (name: string) => `ifNull(${name}, '(none)')`;

const EVENT: Partial<Record<WebBreakdownName, string[]>> = {
  ScreenName: ["properties.$screen_name"],
  Browser: ["properties.$browser"],
  OS: ["properties.$os"],
  Viewport: ["toFloat(properties.$viewport_width)", "toFloat(properties.$viewport_height)"],
  DeviceType: ["properties.$device_type"],
  Country: ["properties.$geoip_country_code"],
  Region: [
    "properties.$geoip_country_code",
    "properties.$geoip_subdivision_1_code",
    "properties.$geoip_subdivision_1_name",
  ],
  City: ["properties.$geoip_country_code", "properties.$geoip_city_name"],
  // Hours ahead of UTC; the property has the minutes that UTC is ahead, as in JavaScript.
  Timezone: ["0 - toFloat(properties.$timezone_offset) / 60"],
  Language: ["properties.$browser_language"],
};

const SESSION: Partial<Record<WebBreakdownName, string>> = {
  ExitClick: "session.$last_external_click_url",
  InitialChannelType: "session.$channel_type",
  InitialReferringDomain: "session.$entry_referring_domain",
  InitialReferringURL: "cutQueryStringAndFragment(session.$entry_referrer)",
  InitialUTMSource: "session.$entry_utm_source",
  InitialUTMCampaign: "session.$entry_utm_campaign",
  InitialUTMMedium: "session.$entry_utm_medium",
  InitialUTMTerm: "session.$entry_utm_term",
  InitialUTMContent: "session.$entry_utm_content",
  // A source that no campaign named has a prefix.
  InitialUTMSourceMediumCampaign: `concat(${none("coalesce(session.$entry_utm_source, concat('referrer:', session.$entry_referring_domain))")}, ' / ', ${none("session.$entry_utm_medium")}, ' / ', ${none("session.$entry_utm_campaign")})`,
};

/** The condition on a visit with a value, where that is not its first part. */
const FOUND: Partial<Record<WebBreakdownName, string>> = {
  Viewport: "properties.$viewport_width > 0 AND properties.$viewport_height > 0",
  Region: "properties.$geoip_subdivision_1_code IS NOT NULL",
  City: "properties.$geoip_city_name IS NOT NULL",
};

export function webBreakdown(name: WebBreakdownName, options: PageOptions): WebBreakdown {
  const page = toPage(options);
  const entry = page("session.$entry_hostname", "session.$entry_pathname");
  const plain = (parts: string[]): WebBreakdown => ({
    parts,
    found: name.startsWith("InitialUTM") ? null : (FOUND[name] ?? `${parts[0] ?? "1"} IS NOT NULL`),
    entry: null,
    values: toValues(options),
  });
  if (name === "Page") return { ...plain([page("properties.$host", "properties.$pathname")]), entry };
  if (name === "FrustrationMetrics") return plain([page("properties.$host", "properties.$pathname")]);
  if (name === "PreviousPage") return plain([previousPage(page)]);
  if (name === "InitialPage") return plain([entry]);
  if (name === "ExitPage") return plain([page("session.$end_hostname", "session.$end_pathname")]);
  return plain(EVENT[name] ?? [SESSION[name] ?? "NULL"]);
}

/** The page that an event left, with its path cleaned; also for pages left while scrolling or reading. */
export function leftPage(options: PageOptions): Pick<WebBreakdown, "parts" | "values"> {
  return {
    parts: [toPage(options)("properties.$host", "properties.$prev_pageview_pathname")],
    values: toValues(options),
  };
}

/**
 * The page before: of the same visit where the SDK or the referrer has it, else the URL of another site. Source:
 * reference/query.md 4.12; the order of the three is PostHog's.
 */
function previousPage(page: ReturnType<typeof toPage>): string {
  const host = "properties.$host";
  return `multiIf(
    properties.$prev_pageview_pathname IS NOT NULL, ${page(host, "properties.$prev_pageview_pathname")},
    domain(properties.$current_url) = domain(properties.$referrer), ${page(host, "path(properties.$referrer)")},
    toString(properties.$referrer))`;
}

function toPage({ hasHost, cleaning }: PageOptions): (host: string, path: string) => string {
  return (host, path) => {
    const cleaned = cleaning.reduce(
      (text, _, index) => `replaceRegexpAll(${text}, {hoglet_regex_${index}}, {hoglet_alias_${index}})`,
      `toString(${path})`,
    );
    return hasHost ? `concat(ifNull(toString(${host}), ''), ${cleaned})` : cleaned;
  };
}

function toValues({ cleaning }: PageOptions): Record<string, Constant> {
  return Object.fromEntries(
    cleaning.flatMap(({ regex, alias }, index) => [
      [`hoglet_regex_${index}`, regex],
      [`hoglet_alias_${index}`, alias],
    ]),
  );
}
