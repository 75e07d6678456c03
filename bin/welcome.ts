import { toVisible } from "../lib/index.ts";

import { isWildcard } from "./local-network.ts";

/** The facts of a start. */
export interface Start {
  version: string;
  /** The URL from this machine. */
  url: string;
  /** The listening address. */
  host: string;
  /** SHA-256 of the certificate; null = plain HTTP. */
  fingerprint: string | null;
  /** Path of the database; undefined = in memory. */
  file: string | undefined;
  /** The URL of the hoglet whose file it is; null = it follows none. */
  followed: string | null;
  projectId: number;
  projectToken: string;
  /** The time at which waiting deletions run next, and how many wait. */
  deletions: string;
  /** The key of a database that this start created; null = an existing database, whose key is never shown again. */
  personalApiKey: string | null;
}

/**
 * The text of a start for people: the page first; the first start also shows the key and the code to paste into an app.
 */
export function welcome(start: Start): string {
  const { version, url, host, fingerprint, file, followed, projectId, projectToken, deletions, personalApiKey } = start;
  const lines = [
    `hoglet ${version} in the browser: ${url}/ui/`,
    "",
    `  listens on     ${url}${isWildcard(host) ? ", and on every other address of this machine" : ""}`,
    ...(fingerprint === null ? [] : [`  certificate    SHA-256 ${fingerprint}`]),
    `  database       ${file === undefined ? "in memory, gone at the end" : toVisible(file)}`,
    `  documentation  ${url}/docs/`,
    `  for agents     ${url}/mcp   (MCP, with a personal key; or npx hoglet mcp)`,
    followed === null
      ? `  deletions      next run: ${deletions}`
      : `  follows        ${followed}, which runs deletions`,
    `  project        ${projectId}`,
    `  project token  ${projectToken}`,
    personalApiKey === null
      ? `  personal key   shown at the first start only; another: hoglet keys create --label <name>`
      : `  personal key   ${personalApiKey}   (shown only once: keep it)`,
    "",
  ];
  if (personalApiKey !== null) lines.push(...snippets(start, personalApiKey));
  return `${lines.join("\n")}\n`;
}

function snippets({ url, projectId, projectToken }: Start, personalApiKey: string): string[] {
  return [
    "For programs that read the environment:",
    "",
    `  export HOGLET_URL=${url} HOGLET_PROJECT_TOKEN=${projectToken} HOGLET_PERSONAL_API_KEY=${personalApiKey}`,
    "",
    "In the browser, with posthog-js:",
    "",
    `  import posthog from "posthog-js";`,
    `  posthog.init("${projectToken}", { api_host: "${url}" });`,
    `  posthog.capture("signed up", { plan: "pro" });`,
    "",
    "In Node, with posthog-node:",
    "",
    `  import { PostHog } from "posthog-node";`,
    `  const posthog = new PostHog("${projectToken}", { host: "${url}" });`,
    `  posthog.capture({ distinctId: "u1", event: "signed up", properties: { plan: "pro" } });`,
    `  await posthog.shutdown();`,
    "",
    "The persons:",
    "",
    `  curl -H "Authorization: Bearer ${personalApiKey}" ${url}/api/projects/${projectId}/persons/`,
    "",
  ];
}
