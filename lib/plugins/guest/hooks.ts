/** Called for events and a plugin's life. Source: reference/plugins.md 5. */
export const METHODS = [
  "setupPlugin",
  "teardownPlugin",
  "processEvent",
  "processEventBatch",
  "onEvent",
  "onSnapshot",
  "onAction",
  "exportEvents",
  "composeWebhook",
  "getSettings",
] as const;

/** Called by a schedule. */
export const SCHEDULES = ["runEveryMinute", "runEveryHour", "runEveryDay"] as const;

export type Hook = (...values: unknown[]) => unknown;
