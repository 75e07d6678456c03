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

/** Hooks that a schedule calls. */
export const SCHEDULES = ["runEveryMinute", "runEveryHour", "runEveryDay"] as const;

export type Hook = (...values: unknown[]) => unknown;
