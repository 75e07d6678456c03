/** Do SDKs add the property to events? Their properties begin with `$`, except for two of posthog-js. */
export function isOfSdk(key: string): boolean {
  return key.startsWith("$") || key === "token" || key === "distinct_id";
}

/** The properties of an event, the app's own before those that its SDK added. */
export function ownFirst(properties: Readonly<Record<string, unknown>>): [key: string, value: unknown][] {
  return Object.entries(properties).toSorted(([a], [b]) => Number(isOfSdk(a)) - Number(isOfSdk(b)));
}

/** The properties of an event without those that its SDK added. */
export function ownProperties(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !isOfSdk(key)));
}
