import { PostHog } from "posthog-node";

// The app that the agent has instrumented; hoglet's tools start it with the token and the host in its environment.
const posthog = new PostHog(process.env.POSTHOG_KEY, { host: process.env.POSTHOG_HOST });
posthog.capture({ distinctId: "u1", event: "signed up", properties: { plan: "pro" } });
posthog.capture({ distinctId: "u1", event: "order_completed", properties: { amount: 12 } });
await posthog.shutdown();
