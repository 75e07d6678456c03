export type RemoteConfig = ReturnType<typeof remoteConfig>;

/**
 * With this, posthog-js captures and does nothing else (reference/capture.md 10.2): no recording, no surveys, no
 * scripts. Even `surveys: false` would load a script; without `autocapture_opt_out` autocapture never starts.
 * `hasFeatureFlags` false spares the request for flags.
 */
export function remoteConfig(hasFeatureFlags: boolean) {
  return {
    supportedCompression: ["gzip", "gzip-js"],
    hasFeatureFlags,
    sessionRecording: false,
    heatmaps: false,
    capturePerformance: false,
    autocaptureExceptions: false,
    captureDeadClicks: false,
    autocapture_opt_out: false,
    isAuthenticated: false,
    toolbarParams: {},
    siteApps: [],
    elementsChainAsString: true,
    defaultIdentifiedOnly: true,
    analytics: { endpoint: "/i/v0/e/" },
  };
}

/** A script for posthog-js with its config. */
export function remoteConfigScript(token: string, config: RemoteConfig): string {
  const entry = JSON.stringify({ config, siteApps: [] });
  return `(function () {
  var configs = (window._POSTHOG_REMOTE_CONFIG = window._POSTHOG_REMOTE_CONFIG || {});
  configs[${JSON.stringify(token)}] = ${entry};
})();
`;
}
