/** Prefixes of variables that frameworks pass on to the browser. */
const PUBLIC_PREFIXES = ["", "NEXT_PUBLIC_", "VITE_PUBLIC_", "NUXT_PUBLIC_", "EXPO_PUBLIC_", "PUBLIC_"];

/** The values that an app needs. */
export interface ClientFacts {
  url: string;
  token: string;
  personalApiKey: string | null;
  testKey?: string;
}

/** The variables in which apps look for their PostHog. */
export function clientEnvironment({ url, token, personalApiKey, testKey }: ClientFacts): NodeJS.ProcessEnv {
  const found = PUBLIC_PREFIXES.flatMap((prefix) => [
    [`${prefix}POSTHOG_HOST`, url],
    [`${prefix}POSTHOG_KEY`, token],
    [`${prefix}POSTHOG_API_KEY`, token],
    [`${prefix}POSTHOG_PROJECT_API_KEY`, token],
    [`${prefix}POSTHOG_PROJECT_TOKEN`, token],
  ]);
  return {
    ...Object.fromEntries(found),
    HOGLET_URL: url,
    HOGLET_PROJECT_TOKEN: token,
    ...(personalApiKey !== null && {
      POSTHOG_PERSONAL_API_KEY: personalApiKey,
      HOGLET_PERSONAL_API_KEY: personalApiKey,
    }),
    ...(testKey !== undefined && { HOGLET_TEST_KEY: testKey }),
  };
}
