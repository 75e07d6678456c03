import { PostHog } from "posthog-node-4";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { addServerCalls, withClient } from "./server-calls.ts";
import { toJson } from "./tap.ts";
import { WAYS } from "./world.ts";
import type { World } from "./world.ts";

function connect(world: World): PostHog {
  return new PostHog(world.token, { ...world.transport, flushAt: 1000 });
}

/** This major returns from `flush` and from its immediate calls before the captures just made are even in its queue. */
async function settle(client: PostHog): Promise<void> {
  const { pendingPromises } = client as unknown as { pendingPromises: Record<string, Promise<unknown>> };
  await Promise.all(Object.values(pendingPromises));
  await client.flush();
}

for (const way of WAYS) {
  const calls = suite(`posthog-node 4 over ${way}`);
  addServerCalls(calls, way, { connect, settle });

  calls("sends plain JSON to /batch/, with fields that later majors dropped", () =>
    withClient({ way, connect }, async ({ world, client }) => {
      client.capture({ distinctId: "u1", event: "ordered" });
      await settle(client);
      const [sent] = world.wire.to("/batch/");
      const [event] = (toJson(sent?.body ?? new Uint8Array()) as { batch: Record<string, unknown>[] }).batch;
      assert.equal(
        [sent?.headers["content-encoding"], event?.["type"], event?.["library"]],
        [undefined, "capture", "posthog-node"],
      );
      await world.reads.event("ordered");
    }),
  );

  calls.run();
}
