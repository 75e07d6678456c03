import type { Bridge } from "./bridge.ts";

/** Supported methods on plain values, by class. */
const METHODS = {
  Collator: ["compare"],
  DateTimeFormat: ["format", "formatToParts"],
  DisplayNames: ["of"],
  ListFormat: ["format"],
  NumberFormat: ["format", "formatToParts"],
  PluralRules: ["select"],
  RelativeTimeFormat: ["format"],
} as const;

/** A call that crosses the border. Dates are epoch ms; a number that JSON cannot hold is text. */
export interface IntlCall {
  kind: string;
  method: string;
  locales?: unknown;
  options?: unknown;
  values: unknown[];
}

/** The common part of `Intl`, from the host: QuickJS has none. Times are UTC unless an option says otherwise. */
export function createIntl(bridge: Bridge): Record<string, unknown> {
  return Object.fromEntries(Object.entries(METHODS).map(([kind, methods]) => [kind, toClass(bridge, kind, methods)]));
}

function toClass(bridge: Bridge, kind: string, methods: readonly string[]): unknown {
  // A function, since `Intl.NumberFormat("en")` works without `new`.
  return function create(locales?: unknown, options?: unknown): object {
    const ask = <Value>(method: string, values: unknown[]) =>
      bridge.answer<Value>("intl", { kind, method, locales, options, values } satisfies IntlCall);
    // An invalid locale or option throws here, as in the original.
    const resolved = ask<object>("resolvedOptions", []);
    const calls = methods.map((method): [string, unknown] => [
      method,
      (...values: unknown[]) => ask(method, toValues(kind, values)),
    ]);
    return { ...Object.fromEntries(calls), resolvedOptions: () => ({ ...resolved }) };
  };
}

function toValues(kind: string, values: unknown[]): unknown[] {
  if (kind === "DateTimeFormat") return [values[0] === undefined ? Date.now() : Number(values[0])];
  return values.map((value) => (typeof value === "number" || typeof value === "bigint" ? String(value) : value));
}
