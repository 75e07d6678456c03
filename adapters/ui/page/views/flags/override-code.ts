/** The line for an app's page that gives a flag a value in this browser. */
export function overrideCode(key: string, value: boolean | string, payload: string | undefined): string {
  const flags = `flags: { ${JSON.stringify(key)}: ${JSON.stringify(value)} }`;
  const payloads = payload === undefined ? "" : `, payloads: { ${JSON.stringify(key)}: ${payload} }`;
  return `posthog.featureFlags.overrideFeatureFlags({ ${flags}${payloads} })`;
}

/** The line that ends all overrides of the browser. */
export const UNDO = "posthog.featureFlags.overrideFeatureFlags(false)";
