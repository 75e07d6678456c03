/** The kinds of objects in a personal key's scopes (reference/rest.md 3.3). Apart from their schema, because the page lists them. */
export const OBJECTS = [
  "action",
  "activity_log",
  "annotation",
  "cohort",
  "dashboard",
  "event",
  "feature_flag",
  "group",
  "insight",
  "organization",
  "person",
  "plugin",
  "project",
  "query",
  "user",
] as const;
