export default {
  // hoglet opens files beside its code, so Next.js must not bundle it.
  serverExternalPackages: ["hoglet"],
  // PostHog's routes may end with a slash.
  skipTrailingSlashRedirect: true,
  devIndicators: false,
  // This folder is the app, whatever lies around it.
  turbopack: { root: import.meta.dirname },
};
