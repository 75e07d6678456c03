/** Objects of scopes (reference/rest.md 3.3). Apart from the schema, since the page lists them. */
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
