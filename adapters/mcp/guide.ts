import type { Project } from "../../lib/index.ts";
import type { McpInstance } from "./instance.ts";

/** Texts beside the tools: instructions, a resource and a prompt. */

/** The address of the resource. */
export const PAGE_URI = "hoglet://page";

type Place = Pick<McpInstance, "url"> & { project: Pick<Project, "api_token" | "name"> };

/** Clients show this to the model at the start of each conversation. */
export function instructions({ url, project }: Place): string {
  return [
    `hoglet is a PostHog for development, at ${url}. Point PostHog's SDKs there: host ${url}, project token ${project.api_token}.`,
    "Prove that tracking works: take next_after of events-list, use the app, event-wait with that cursor; event-diagnose when it does not come.",
    "Answers name the reason when they are empty. Cursors (`after`) are places in the log, not times.",
  ].join("\n");
}

/** The resource: where people look, and where SDKs send. */
export function pageText({ url, project }: Place): string {
  return `# hoglet

- The page for people: ${url}/ui/
- Project: ${project.name}
- Host for SDKs: ${url}
- Project token: ${project.api_token}

\`\`\`js
// posthog-js
posthog.init("${project.api_token}", { api_host: "${url}" });
// posthog-node
const posthog = new PostHog("${project.api_token}", { host: "${url}" });
posthog.capture({ distinctId: "u1", event: "signed up", properties: { plan: "pro" } });
await posthog.shutdown();
\`\`\`
`;
}

/** The prompt "instrument this app and prove it". */
export function instrumentText({ url, project }: Place, feature: string | undefined): string {
  return `Instrument ${feature === undefined ? "this app" : `"${feature}" in this app`} with PostHog events, and prove that they arrive.

1. Read the code. Propose a tracking plan: the few events that answer whether the app is used, each with properties and types. Names are "object verb", such as "order paid".
2. Add the SDK if it is missing, with host ${url} and token ${project.api_token} from the environment. Call identify where a user becomes known, and flush where a program ends.
3. Add the capture calls.
4. Prove it: keep next_after of events-list; run the app or its tests (run-command, if it is there); call event-wait for each event with that cursor. Where one is missing, event-diagnose says why: mend it and repeat.
5. Call tracking-plan-check with your plan and the cursor until it is kept. Look at one person by persons-retrieve: are the distinct ids one person?
6. Ask the question that the events were made for (query-funnel or query-trends), save it by insight-create, and give the user its url.

Report the plan, the files you changed, the proof for each event, and the link.`;
}
