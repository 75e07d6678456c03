import type { Bridge } from "./bridge.ts";

/** QuickJS ignores locale and options; the host has Intl. */
const DATE_METHODS = ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"] as const;

/** Dates and numbers in the requested language; UTC unless `timeZone` says otherwise. */
export function installLocale(bridge: Bridge): void {
  for (const method of DATE_METHODS) {
    define(Date.prototype, method, function (this: Date, locales?: unknown, options?: unknown) {
      const ms = this.getTime();
      if (Number.isNaN(ms)) return "Invalid Date";
      return bridge.answer<string>("locale.date", { method, ms, locales, options });
    });
  }
  // In V8's form for UTC: with the name of the zone.
  for (const method of ["toString", "toTimeString"] as const) {
    const write = Date.prototype[method];
    define(Date.prototype, method, function (this: Date) {
      return Number.isNaN(this.getTime()) ? write.call(this) : `${write.call(this)} (Coordinated Universal Time)`;
    });
  }
  define(Number.prototype, "toLocaleString", function (this: number, locales?: unknown, options?: unknown) {
    // Text, because JSON has no infinity.
    return bridge.answer<string>("locale.number", { value: String(this), locales, options });
  });
  define(
    String.prototype,
    "localeCompare",
    function (this: string, that: string, locales?: unknown, options?: unknown) {
      return bridge.answer<number>("locale.compare", { texts: [String(this), String(that)], locales, options });
    },
  );
}

function define(prototype: object, name: string, value: unknown): void {
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}
