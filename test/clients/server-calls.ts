import type { Test } from "uvu";
import * as assert from "uvu/assert";
import type { StoredEvent } from "./reads.ts";
import { until } from "./until.ts";
import { NOW, openWorld } from "./world.ts";
import type { Way, World } from "./world.ts";

type Fields = Record<string, unknown>;

/** The methods that every major version of posthog-node has, by the names of its types. */
export interface ServerClient {
  capture(message: ServerMessage): void;
  captureImmediate(message: ServerMessage): Promise<void>;
  identify(message: { distinctId: string; properties?: Fields }): void;
  identifyImmediate(message: { distinctId: string; properties?: Fields }): Promise<void>;
  alias(message: { distinctId: string; alias: string }): void;
  aliasImmediate(message: { distinctId: string; alias: string }): Promise<void>;
  groupIdentify(message: { groupType: string; groupKey: string; properties?: Fields; distinctId?: string }): void;
  captureException(error: unknown, distinctId?: string, properties?: Fields): void;
  flush(): Promise<unknown>;
  shutdown(): Promise<unknown> | void;
  on(event: string, listener: (error: unknown) => void): unknown;
}

interface ServerMessage {
  distinctId: string;
  event: string;
  properties?: Fields;
  groups?: Record<string, string>;
  timestamp?: Date;
  uuid?: string;
}

/** A client with its own hoglet. */
export interface Session<Client> {
  world: World;
  client: Client;
  /** Errors that the client reported to its listeners; a story that expects errors removes them. */
  errors: unknown[];
}

/**
 * Runs a story with a fresh hoglet and a client of it, then shuts the client down.
 * @throws the errors of the story; AssertionError when the client reported an error that the story did not remove
 */
export async function withClient<Client extends Pick<ServerClient, "on" | "shutdown">>(
  open: { way: Way; connect: (world: World) => Client; options?: Parameters<typeof openWorld>[1] },
  story: (session: Session<Client>) => Promise<void>,
): Promise<void> {
  const world = await openWorld(open.way, open.options);
  const client = open.connect(world);
  const errors: unknown[] = [];
  // Clients wait with timers that let the process end; in process there is no socket either that would keep it alive.
  const alive = setInterval(() => {}, 1000);
  client.on("error", (error) => errors.push(error));
  try {
    await story({ world, client, errors });
    await client.shutdown();
    assert.equal(errors.map(String), []);
  } finally {
    await client.shutdown();
    await world.close();
    clearInterval(alive);
  }
}

/** How far from the server's time an event lies, in seconds; clients and servers here share no clock. */
export function secondsFromNow({ timestamp }: StoredEvent): number {
  return (Date.parse(timestamp) - Date.parse(NOW)) / 1000;
}

/** A major of posthog-node under test. */
export interface ServerClientKind<Client extends ServerClient> {
  connect(world: World): Client;
  /** Resolves once all that was asked of the client has been sent. */
  settle(client: Client): Promise<unknown>;
}

/** Adds the calls of reference/capture.md 11.1 that every major has, each with what must be stored in the end. */
export function addServerCalls<Client extends ServerClient>(
  tests: Test,
  way: Way,
  { connect, settle }: ServerClientKind<Client>,
): void {
  const it = (name: string, story: (session: Session<Client>) => Promise<void>) =>
    tests(name, () => withClient({ way, connect }, story));

  it("capture stores the event at the time it happened, for a new person", async ({ world, client }) => {
    client.capture({ distinctId: "u1", event: "ordered", properties: { total: 5, items: ["a", "b"] } });
    await settle(client);
    const event = await world.reads.event("ordered");
    assert.is(event.distinct_id, "u1");
    assert.equal([event.properties["total"], event.properties["items"]], [5, ["a", "b"]]);
    assert.is(event.properties["$lib"], "posthog-node");
    assert.is(event.properties["$geoip_disable"], true);
    assert.ok(Math.abs(secondsFromNow(event)) < 5, event.timestamp);
    const person = await world.reads.person("u1");
    assert.is(event.person_id, person.uuid);
    assert.not.ok(person.is_identified);
    assert.equal([await world.reads.count("ordered"), await world.reads.count("ordered", "dau")], [1, 1]);
  });

  it("capture keeps a given time and uuid, and a second arrival changes nothing", async ({ world, client }) => {
    const uuid = "0198f0a0-0000-7000-8000-00000000000a";
    const timestamp = new Date(Date.now() - 3_600_000);
    const first = { distinctId: "u1", event: "ordered", timestamp, uuid, properties: { $set: { plan: "free" } } };
    for (const message of [first, { distinctId: "u1", event: "paid", properties: { $set: { plan: "pro" } } }, first]) {
      client.capture(message);
      await settle(client);
    }
    assert.is((await world.reads.person("u1")).properties["plan"], "pro");
    const event = await world.reads.event("ordered");
    assert.is(event.uuid, uuid);
    assert.ok(Math.abs(secondsFromNow(event) + 3600) < 5, event.timestamp);
  });

  it("captureImmediate sends the event on its own", async ({ world, client }) => {
    client.capture({ distinctId: "u1", event: "waiting" });
    await client.captureImmediate({ distinctId: "u1", event: "ordered" });
    await until("ordered is stored", async () => (await world.reads.events("ordered")).length === 1);
    assert.is(await world.reads.count("waiting"), 0);
  });

  it("identify gives the person properties and marks nobody as identified", async ({ world, client }) => {
    client.identify({ distinctId: "u1", properties: { email: "a@example.com", plan: "free" } });
    await settle(client);
    await client.identifyImmediate({
      distinctId: "u1",
      properties: { $set: { plan: "pro" }, $set_once: { plan: "lost", first: 1 } },
    });
    await settle(client);
    const { properties, is_identified, name } = await world.reads.person("u1");
    assert.equal([properties["email"], properties["plan"], properties["first"]], ["a@example.com", "pro", 1]);
    assert.equal([is_identified, name], [false, "a@example.com"]);
    assert.is((await world.reads.events("$identify")).length, 2);
  });

  it("alias makes two ids one person, with all that both did before", async ({ world, client }) => {
    client.capture({ distinctId: "anon2", event: "looked", properties: { $set: { from: "ad", plan: "none" } } });
    client.capture({ distinctId: "u1", event: "looked", properties: { $set: { plan: "pro" } } });
    await settle(client);
    assert.is(await world.reads.count("looked", "dau"), 2);
    client.alias({ distinctId: "u1", alias: "anon2" });
    await settle(client);
    await client.aliasImmediate({ distinctId: "u1", alias: "tablet" });
    await settle(client);
    const person = await world.reads.person("tablet");
    assert.equal(person.distinct_ids.toSorted(), ["anon2", "tablet", "u1"]);
    assert.equal([person.properties["from"], person.properties["plan"]], ["ad", "pro"]);
    assert.ok(person.is_identified);
    assert.equal(
      (await world.reads.events("looked")).map(({ person_id }) => person_id),
      [person.uuid, person.uuid],
    );
    assert.equal([await world.reads.count("looked", "dau"), await world.reads.count("looked")], [1, 2]);
  });

  it("groupIdentify stores the group, and events name theirs", async ({ world, client }) => {
    client.groupIdentify({ groupType: "org", groupKey: "o1", properties: { size: 7 } });
    client.capture({ distinctId: "u1", event: "ordered", groups: { org: "o1" } });
    await settle(client);
    assert.is((await world.reads.event("$groupidentify")).distinct_id, "$org_o1");
    const { properties } = await world.reads.event("ordered");
    assert.equal([properties["$groups"], properties["$group_0"]], [{ org: "o1" }, "o1"]);
    const [group] = await world.reads.groups();
    assert.equal([group?.group_key, group?.group_properties], ["o1", { size: 7 }]);
  });

  it("any event may set, set once and unset person properties", async ({ world, client }) => {
    const changes = [
      { $set: { plan: "free", old: 1 }, $set_once: { source: "ad" } },
      { $set: { plan: "pro" }, $set_once: { source: "mail" } },
      { $unset: ["old"] },
    ];
    for (const properties of changes) client.capture({ distinctId: "u1", event: "changed", properties });
    await settle(client);
    const { properties } = await world.reads.person("u1");
    assert.equal([properties["plan"], properties["source"], "old" in properties], ["pro", "ad", false]);
  });

  it("captureException stores the error with its stack and leaves the person alone", async ({ world, client }) => {
    client.captureException(new TypeError("no such order"), "u1", { order: 5, $set: { broken: true } });
    // The stack is read from files first, which no call of the older major waits for.
    await until("the exception is stored", async () => {
      await settle(client);
      return (await world.reads.events("$exception")).length > 0;
    });
    const { properties, distinct_id } = await world.reads.event("$exception");
    const [thrown] = properties["$exception_list"] as {
      type: string;
      value: string;
      stacktrace: { frames: unknown[] };
    }[];
    assert.equal([distinct_id, thrown?.type, thrown?.value], ["u1", "TypeError", "no such order"]);
    assert.ok((thrown?.stacktrace.frames.length ?? 0) > 0);
    assert.is(properties["order"], 5);
    assert.not.ok("broken" in (await world.reads.person("u1")).properties);
  });

  it("flush sends all that waits, and shutdown what came after", async ({ world, client }) => {
    for (let number = 1; number <= 230; number++) {
      client.capture({ distinctId: `u${number % 7}`, event: "counted", properties: { number } });
    }
    await settle(client);
    assert.is(await world.reads.count("counted"), 230);
    client.capture({ distinctId: "u1", event: "counted", properties: { number: 231 } });
    await client.shutdown();
    assert.equal([await world.reads.count("counted"), await world.reads.count("counted", "dau")], [231, 7]);
    const numbers = (await world.reads.events("counted")).map(({ properties }) => Number(properties["number"]));
    assert.is(new Set(numbers).size, 231);
  });
}
