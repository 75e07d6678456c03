/** A way to send the first event. */
export interface Snippet {
  /** Name of the client, e.g. "posthog-js". */
  name: string;
  /** The place where it runs. */
  place: string;
  text: string;
}

/**
 * Code to paste into an app; each snippet is complete.
 * @param host of the hoglet, without a slash at its end
 */
export function toSnippets(host: string, token: string): Snippet[] {
  const [quotedHost, quotedToken] = [JSON.stringify(host), JSON.stringify(token)];
  return [
    {
      name: "posthog-js",
      place: "In the browser",
      text: `import posthog from "posthog-js"; // npm install posthog-js

posthog.init(${quotedToken}, { api_host: ${quotedHost} });
posthog.capture("signed up", { plan: "pro" });`,
    },
    {
      name: "posthog-node",
      place: "In Node",
      text: `import { PostHog } from "posthog-node"; // npm install posthog-node

const posthog = new PostHog(${quotedToken}, { host: ${quotedHost} });
posthog.capture({ distinctId: "u1", event: "signed up", properties: { plan: "pro" } });
await posthog.shutdown();`,
    },
    {
      name: "curl",
      place: "On the command line",
      text: `curl ${host}/i/v0/e/ -H 'content-type: application/json' \\
  -d '${JSON.stringify({ api_key: token, event: "signed up", distinct_id: "u1", properties: { plan: "pro" } }).replaceAll("'", String.raw`'\''`)}'`,
    },
  ];
}
