/** hoglet opens files beside its code, so Next.js must not bundle it. PostHog's routes may end with a slash. */
export default { serverExternalPackages: ["hoglet"], skipTrailingSlashRedirect: true, devIndicators: false };
