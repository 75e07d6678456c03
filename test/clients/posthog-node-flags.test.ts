import { PostHog } from "posthog-node";
import type { PostHogOptions } from "posthog-node";
import { PostHog as PostHog4 } from "posthog-node-4";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { HogletOptions } from "../../lib/index.ts";
import { withClient } from "./server-calls.ts";
import type { Session } from "./server-calls.ts";
import { toJson } from "./tap.ts";
import { until } from "./until.ts";
import { WAYS } from "./world.ts";
import type { Way, World } from "./world.ts";

const FLAGS: HogletOptions = {
  flags: {
    beta: { value: true, payload: { a: 1 } },
    color: "blue",
    off: false,
    insider: { value: true, distinct_ids: ["U1", "u.2"] },
    settings: { value: true, payload: { k: 1 } },
  },
};

/** A client with a personal key loads the definitions and evaluates flags itself; other clients ask for each person. */
function connect({ token, transport, hoglet }: World, isLocal: boolean, options: PostHogOptions = {}): PostHog {
  const key = hoglet.personalApiKey;
  return new PostHog(token, {
    ...transport,
    ...(isLocal && key !== null && { personalApiKey: key, featureFlagsPollingInterval: 1_000_000 }),
    ...options,
  });
}

function add(
  tests: ReturnType<typeof suite>,
  way: Way,
  isLocal: boolean,
): (name: string, story: (session: Session<PostHog>) => Promise<void>) => void {
  return (name, story) => {
    tests(name, () => withClient({ way, connect: (world) => connect(world, isLocal), options: FLAGS }, story));
  };
}

for (const way of WAYS) {
  const remote = suite(`posthog-node and flags that the server decides, over ${way}`);
  const it = add(remote, way, false);

  it("getFeatureFlag, isFeatureEnabled and payload", async ({ world, client }) => {
    assert.is(await client.getFeatureFlag("beta", "u9"), true);
    assert.is(await client.getFeatureFlag("color", "u9"), "blue");
    assert.is(await client.isFeatureEnabled("off", "u9"), false);
    assert.is(await client.getFeatureFlag("unknown", "u9"), undefined);
    assert.equal(await client.getFeatureFlagPayload("beta", "u9"), { a: 1 });
    assert.equal(
      [await client.isFeatureEnabled("insider", "u.2"), await client.isFeatureEnabled("insider", "u92")],
      [true, false],
    );
    const [asked] = world.wire.to("/flags/");
    assert.is(asked?.query.get("v"), "2");
    assert.is((toJson(asked?.body ?? new Uint8Array()) as { distinct_id: string }).distinct_id, "u9");
  });

  it("says which flags were looked at", async ({ world, client }) => {
    await client.getFeatureFlag("color", "u9");
    await client.flush();
    const { properties, distinct_id } = await world.reads.event("$feature_flag_called");
    assert.equal(
      [distinct_id, properties["$feature_flag"], properties["$feature_flag_response"]],
      ["u9", "color", "blue"],
    );
  });

  it("getAllFlags and evaluateFlags give all, and events can carry them", async ({ world, client }) => {
    const all = { beta: true, color: "blue", off: false, insider: false, settings: true };
    assert.equal(await client.getAllFlags("u9"), all);
    const { featureFlagPayloads } = await client.getAllFlagsAndPayloads("u9");
    assert.equal(featureFlagPayloads, { beta: { a: 1 }, settings: { k: 1 } });
    const flags = await client.evaluateFlags("u9");
    client.capture({ distinctId: "u9", event: "ordered", flags });
    await client.flush();
    const { properties } = await world.reads.event("ordered");
    assert.equal([properties["$feature/color"], properties["$feature/off"]], ["blue", false]);
    assert.equal(properties["$active_feature_flags"], ["beta", "color", "settings"]);
  });

  remote.run();

  const local = suite(`posthog-node and flags that it decides itself, over ${way}`);
  const itLocally = add(local, way, true);

  itLocally("M19 loads the definitions with the personal key and asks nothing more", async ({ world, client }) => {
    assert.ok(await client.waitForLocalEvaluationReady());
    assert.equal(await client.getAllFlags("u9"), {
      beta: true,
      color: "blue",
      off: false,
      insider: false,
      settings: true,
    });
    // By id, to the letter: neither another letter case nor a pattern.
    const people = ["U1", "u1", "u.2", "u92"];
    assert.equal(await Promise.all(people.map((id) => client.isFeatureEnabled("insider", id))), [
      true,
      false,
      true,
      false,
    ]);
    assert.equal(await client.getFeatureFlagPayload("beta", "u9"), { a: 1 });
    const [asked] = world.wire.exchanges;
    assert.equal(
      [asked?.path, asked?.query.get("token"), asked?.query.has("send_cohorts"), asked?.headers["authorization"]],
      ["/flags/definitions", world.token, true, `Bearer ${world.hoglet.personalApiKey}`],
    );
    assert.equal(world.wire.to("/flags/"), []);
  });

  itLocally("is told that nothing changed when it loads them again", async ({ world, client }) => {
    await client.waitForLocalEvaluationReady();
    // Told to while the first answer is still being read, it does not ask again.
    await until("the definitions are asked for again", async () => {
      await client.reloadFeatureFlags();
      return world.wire.exchanges.length > 1;
    });
    assert.equal(
      world.wire.to("/flags/definitions").map(({ status }) => status),
      [200, 304],
    );
    assert.is(await client.getFeatureFlag("color", "u9", { onlyEvaluateLocally: true }), "blue");
  });

  itLocally("M20 a remote config payload arrives as the value it was set to", async ({ world, client }) => {
    assert.equal(await client.getRemoteConfigPayload("settings"), { k: 1 });
    const [asked] = world.wire.to("/api/projects/@current/feature_flags/settings/remote_config");
    assert.equal([asked?.status, asked?.query.get("token")], [200, world.token]);
  });

  local.run();

  const older = suite(`posthog-node 4 and flags, over ${way}`);

  older("decides by the server's answer", () =>
    withClient(
      { way, connect: ({ token, transport }) => new PostHog4(token, transport), options: FLAGS },
      async ({ client }) => {
        assert.equal(
          [await client.getFeatureFlag("color", "u9"), await client.isFeatureEnabled("insider", "U1")],
          ["blue", true],
        );
        assert.equal(await client.getFeatureFlagPayload("beta", "u9"), { a: 1 });
      },
    ),
  );

  older("decides by the definitions at their older path", () =>
    withClient(
      {
        way,
        connect: ({ token, transport, hoglet }) =>
          new PostHog4(token, { ...transport, personalApiKey: hoglet.personalApiKey ?? "" }),
        options: FLAGS,
      },
      async ({ world, client }) => {
        assert.ok(await client.waitForLocalEvaluationReady());
        assert.equal(
          [await client.getFeatureFlag("color", "u9"), await client.isFeatureEnabled("insider", "U1")],
          ["blue", true],
        );
        assert.is(world.wire.exchanges[0]?.path, "/api/feature_flag/local_evaluation");
        // The text within the text is for the caller to read; later majors do it themselves.
        assert.is(await client.getRemoteConfigPayload("settings"), '{"k":1}');
      },
    ),
  );

  older.run();
}
