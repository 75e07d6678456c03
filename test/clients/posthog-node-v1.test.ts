import { PostHog } from "posthog-node";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { addServerCalls, withClient } from "./server-calls.ts";
import type { Session } from "./server-calls.ts";
import { toJson } from "./tap.ts";
import { WAYS } from "./world.ts";
import type { World } from "./world.ts";

const PATH = "/i/v1/analytics/events";

/** A client that sends by capture v1, which it decides by the environment at its birth (posthog-node capture-v1/config). */
function connect(world: World): PostHog {
  const before = process.env["POSTHOG_CAPTURE_MODE"];
  process.env["POSTHOG_CAPTURE_MODE"] = "v1";
  try {
    return new PostHog(world.token, { ...world.transport, flushAt: 1000, fetchRetryDelay: 1 });
  } finally {
    if (before === undefined) delete process.env["POSTHOG_CAPTURE_MODE"];
    else process.env["POSTHOG_CAPTURE_MODE"] = before;
  }
}

for (const way of WAYS) {
  const calls = suite(`posthog-node in capture mode v1 over ${way}`);
  addServerCalls(calls, way, { connect, settle: (client) => client.flush() });

  const it = (name: string, story: (session: Session<PostHog>) => Promise<void>) =>
    calls(name, () => withClient({ way, connect }, story));

  it("sends to the v1 path alone, and the server says who sent it", async ({ world, client }) => {
    client.capture({ distinctId: "u1", event: "ordered", properties: { $session_id: "s1" } });
    await client.flush();
    assert.equal(
      world.wire.exchanges.filter(({ method }) => method === "POST").map(({ path, status }) => [path, status]),
      [[PATH, 200]],
    );
    const [sent] = world.wire.to(PATH);
    const [wired] = (toJson(sent?.body ?? new Uint8Array()) as { batch: { properties: object }[] }).batch;
    assert.not.ok("$lib" in (wired?.properties ?? {}));
    const { properties } = await world.reads.event("ordered");
    assert.equal([properties["$lib"], properties["$session_id"]], ["posthog-node", "s1"]);
    assert.is(properties["$lib_version"], client.getLibraryVersion());
  });

  it("capture without an id belongs to nobody", async ({ world, client }) => {
    client.capture({ event: "seen" });
    await client.flush();
    assert.equal(await world.reads.persons(), []);
    assert.is((await world.reads.event("seen")).properties["$process_person_profile"], false);
  });

  it("hears of the one event that was dropped, and the rest is stored", async ({ world, client, errors }) => {
    client.capture({ distinctId: "u1", event: "n".repeat(201) });
    client.capture({ distinctId: "u1", event: "ordered" });
    await client.flush();
    await world.reads.event("ordered");
    assert.is((await world.reads.events()).length, 1);
    const [error] = errors.splice(0) as { drops: { details: string }[] }[];
    assert.equal(
      error?.drops.map(({ details }) => details),
      ["event_name_too_long"],
    );
  });

  it("sends again after a 503 under the same uuid", async ({ world, client }) => {
    world.wire.fail({ method: "POST", path: PATH }, { status: 503, isAnswerLost: true });
    client.capture({ distinctId: "u1", event: "ordered" });
    await client.flush();
    assert.equal(
      world.wire.to(PATH).map(({ status, headers }) => [status, headers["posthog-attempt"]]),
      [
        [503, "1"],
        [200, "2"],
      ],
    );
    await world.reads.event("ordered");
  });

  it("keeps AI events on /batch/", async ({ world, client }) => {
    client.capture({ distinctId: "u1", event: "$ai_generation", properties: { $ai_model: "m" } });
    client.capture({ distinctId: "u1", event: "ordered" });
    await client.flush();
    assert.equal([world.wire.to(PATH).length, world.wire.to("/batch/").length], [1, 1]);
    assert.is((await world.reads.event("$ai_generation")).properties["$ai_model"], "m");
  });

  calls.run();
}
