import { PostHog } from "posthog-node";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { NOW, openServer, TOKEN } from "./open-server.ts";
import type { Fields } from "./open-server.ts";

// L22 and L23 are about what clients do with replies that this server never gives: a missing result, and 429.

interface Exchange {
  path: string;
  encoding: string | null;
  body: unknown;
  status: number;
}

/** Runs `use` with the real SDK in v1 mode, in process; gives what it sent, what it reported, and the server. */
async function withSdk(use: (posthog: PostHog) => void, options: { disableCompression?: boolean } = {}) {
  const server = openServer();
  const exchanges: Exchange[] = [];
  const errors: unknown[] = [];
  // The SDK reads its mode when it is made.
  process.env["POSTHOG_CAPTURE_MODE"] = "v1";
  const posthog = new PostHog(TOKEN, {
    host: "http://hoglet.test",
    ...options,
    fetch: async (url, init) => {
      const response = await server.fetch(url, init as RequestInit);
      const encoding = (init.headers as Record<string, string>)["Content-Encoding"] ?? null;
      exchanges.push({ path: new URL(url).pathname, encoding, body: init.body, status: response.status });
      return response;
    },
  });
  delete process.env["POSTHOG_CAPTURE_MODE"];
  posthog.on("error", (error: unknown) => errors.push(error));
  use(posthog);
  await posthog.shutdown();
  return { server, exchanges, errors };
}

const sdk = suite("posthog-node in v1 mode");

function useAll(posthog: PostHog): void {
  posthog.capture({ distinctId: "anon1", event: "visited", properties: { page: "/", $session_id: "s1" } });
  posthog.identify({ distinctId: "u1", properties: { email: "u1@example.com" } });
  posthog.alias({ distinctId: "u1", alias: "anon1" });
  posthog.groupIdentify({ groupType: "org", groupKey: "o1", properties: { seats: 3 } });
  posthog.capture({ distinctId: "u1", event: "paid", properties: { total: 5 }, groups: { org: "o1" } });
  posthog.capture({ event: "nobody's" });
}

sdk("L1: captures, identifies, aliases and groups", async () => {
  const { server, exchanges, errors } = await withSdk(useAll, { disableCompression: true });
  assert.equal(errors, []);
  assert.equal(
    exchanges.map(({ path, status }) => [path, status]),
    [["/i/v1/analytics/events", 200]],
  );
  assert.not.match(String(exchanges[0]?.body), /"\$lib/);

  const events = await server.lines("event");
  assert.equal(
    events.map(({ event }) => event),
    ["visited", "$identify", "$create_alias", "$groupidentify", "paid", "nobody's"],
  );
  for (const { properties, timestamp } of events) {
    const { $lib: lib, $lib_version: version } = properties as Fields;
    assert.is(lib, "posthog-node");
    assert.match(String(version), /^5\.\d+\.\d+$/);
    // Its clock is years ahead of the server's, and taken off.
    assert.ok(Math.abs(Date.parse(String(timestamp)) - Date.parse(NOW)) < 60_000);
  }
  const [visited, , , , paid, nobody] = events.map(({ properties }) => properties as Fields);
  assert.is(visited?.["$session_id"], "s1");
  assert.is(paid?.["$group_0"], "o1");
  assert.is(nobody?.["$process_person_profile"], false);

  const persons = await server.lines("person");
  assert.equal(
    persons.map((person) => [(person["distinct_ids"] as string[]).toSorted(), person["is_identified"]]),
    [
      [["anon1", "u1"], true],
      [["$org_o1"], false],
    ],
  );
  const [properties] = persons.map((person) => person["properties"] as Fields);
  assert.is(properties?.["email"], "u1@example.com");
  const [group] = await server.lines("group");
  assert.equal([group?.["group_key"], group?.["properties"]], ["o1", { seats: 3 }]);
});

sdk("L24: sends $ai_ events the old way, and they arrive", async () => {
  const { server, exchanges, errors } = await withSdk((posthog) => {
    posthog.capture({ distinctId: "u1", event: "$ai_generation", properties: { $ai_model: "m" } });
    posthog.capture({ distinctId: "u1", event: "asked" });
  });
  assert.equal(errors, []);
  assert.equal(exchanges.map(({ path, encoding, status }) => `${path} ${encoding} ${status}`).toSorted(), [
    "/batch/ gzip 200",
    "/i/v1/analytics/events gzip 200",
  ]);
  assert.equal((await server.lines("event")).map(({ event }) => event).toSorted(), ["$ai_generation", "asked"]);
});

sdk("tells its user about a dropped event", async () => {
  const { server, errors } = await withSdk((posthog) => {
    posthog.capture({ distinctId: "u1", event: "n".repeat(201) });
    posthog.capture({ distinctId: "u1", event: "short" });
  });
  assert.is(errors.length, 1);
  assert.match(String(errors[0]), "1 dropped, 0 undelivered");
  assert.is((await server.lines("event")).length, 1);
});

sdk.run();
