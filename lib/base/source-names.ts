/** Sources of imports, by users' names. `json` is any JSON document; `hoglet` is hoglet's own format. */
export const SOURCES = [
  "posthog",
  "amplitude",
  "mixpanel",
  "segment",
  "rudderstack",
  "ga4",
  "heap",
  "umami",
  "plausible",
  "matomo",
  "csv",
  "ndjson",
  "json",
  "parquet",
  "avro",
  "hoglet",
] as const;
export type SourceName = (typeof SOURCES)[number];
