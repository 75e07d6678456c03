import type { Constant } from "../../sql/index.ts";

/** The values that a site's visits are listed by. Source: reference/query.md 4.12. */
export const WEB_BREAKDOWNS = [
  "Page",
  "InitialPage",
  "ExitPage",
  "ExitClick",
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
] as const;
export type WebBreakdownName = (typeof WEB_BREAKDOWNS)[number];

/** A breakdown in SQL. */
export interface WebBreakdown {
  /** The expressions of its value; several make a list. */
  parts: string[];
  /** Visits without a value are a row too. */
  keepsEmpty: boolean;
  /** Pages only: the expression of the page that the session began on. */
  entry: string | null;
  /** Constants that the expressions name. */
  values: Record<string, Constant>;
}

/** How pages are shown. */
interface PageOptions {
  /** With the name of the host before the path. */
  hasHost: boolean;
  /** Rules that replace parts of paths, in their order. */
  cleaning: readonly { regex: string; alias: string }[];
}

const none = (name: string) => `ifNull(${name}, '(none)')`;

const EVENT: Partial<Record<WebBreakdownName, string[]>> = {
  ScreenName: ["properties.$screen_name"],
  Browser: ["properties.$browser"],
  OS: ["properties.$os"],
  Viewport: ["concat(toString(properties.$viewport_width), 'x', toString(properties.$viewport_height))"],
  DeviceType: ["properties.$device_type"],
  Country: ["properties.$geoip_country_code"],
  Region: [
    "properties.$geoip_subdivision_1_name",
    "properties.$geoip_country_code",
    "properties.$geoip_subdivision_1_code",
  ],
  City: ["properties.$geoip_city_name", "properties.$geoip_country_code"],
  Timezone: ["properties.$timezone"],
  Language: ["properties.$browser_language"],
};

const SESSION: Partial<Record<WebBreakdownName, string>> = {
  ExitClick: "session.$last_external_click_url",
  InitialChannelType: "session.$channel_type",
  InitialReferringDomain: "session.$entry_referring_domain",
  InitialReferringURL: "session.$entry_referrer",
  InitialUTMSource: "session.$entry_utm_source",
  InitialUTMCampaign: "session.$entry_utm_campaign",
  InitialUTMMedium: "session.$entry_utm_medium",
  InitialUTMTerm: "session.$entry_utm_term",
  InitialUTMContent: "session.$entry_utm_content",
  InitialUTMSourceMediumCampaign: `concat(${none("session.$entry_utm_source")}, ' / ', ${none("session.$entry_utm_medium")}, ' / ', ${none("session.$entry_utm_campaign")})`,
};

/** The expressions of a breakdown. */
export function webBreakdown(name: WebBreakdownName, options: PageOptions): WebBreakdown {
  const page = toPage(options);
  const entry = page("session.$entry_hostname", "session.$entry_pathname");
  const plain = (parts: string[]): WebBreakdown => ({
    parts,
    keepsEmpty: name.startsWith("InitialUTM"),
    entry: null,
    values: Object.fromEntries(
      options.cleaning.flatMap(({ regex, alias }, index) => [
        [`hoglet_regex_${index}`, regex],
        [`hoglet_alias_${index}`, alias],
      ]),
    ),
  });
  if (name === "Page") return { ...plain([page("properties.$host", "properties.$pathname")]), entry };
  if (name === "InitialPage") return plain([entry]);
  if (name === "ExitPage") return plain([page("session.$end_hostname", "session.$end_pathname")]);
  return plain(EVENT[name] ?? [SESSION[name] ?? "NULL"]);
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
