import type { Bridge } from "./bridge.ts";

/** The types of a log entry, by the console's method. */
const TYPES = { debug: "DEBUG", log: "LOG", info: "INFO", warn: "WARN", error: "ERROR" } as const;

/** The console of a plugin: its lines go to the log of its config. */
export function createConsole(bridge: Bridge): Record<keyof typeof TYPES, (...values: unknown[]) => void> {
  const line =
    (type: string) =>
    (...values: unknown[]) => {
      bridge.tell("log", { type, message: values.map(toLogText).join(" ") });
    };
  return {
    debug: line(TYPES.debug),
    log: line(TYPES.log),
    info: line(TYPES.info),
    warn: line(TYPES.warn),
    error: line(TYPES.error),
  };
}

/** JSON for plain objects and lists, else text (reference/plugins.md 8). */
function toLogText(value: unknown): string {
  try {
    return isPlain(value) ? JSON.stringify(value) : String(value);
  } catch {
    return "[a value that cannot be shown]";
  }
}

function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
