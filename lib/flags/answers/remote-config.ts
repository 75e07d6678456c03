export type RemoteConfig = ReturnType<typeof remoteConfig>;

/**
 * The remote config with which posthog-js captures and does nothing else (reference/capture.md 10.2): no recording, no
 * surveys, no scripts to load. `surveys` is left out, since even `false` makes it load a script; `autocapture_opt_out`
 * must be there, else autocapture never starts. `hasFeatureFlags` false spares the request for flags.
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
