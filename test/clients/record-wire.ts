/**
 * Writes fixtures/wire again from the clients in node_modules: `node --import tsx test/clients/record-wire.ts`, then
 * `npx oxfmt fixtures/wire`. The files of posthog-python are written by hand and stay.
 */
import { PostHog } from "posthog-node";
import type { PostHogOptions } from "posthog-node";
import { PostHog as PostHog4 } from "posthog-node-4";
import { sharedBrowser } from "../support/browser.ts";
import { toEventNames, toJson } from "./tap.ts";
import type { Exchange } from "./tap.ts";
import { until } from "./until.ts";
import { givenConfig, inPage, POSTHOG_JS_VERSION, withVisit } from "./visit.ts";
import type { Visit } from "./visit.ts";
import { WIRE_KEY, WIRE_TOKEN, writeWireFixture } from "./wire-fixture.ts";
import { openWorld } from "./world.ts";

const HOGLET = { projectToken: WIRE_TOKEN, personalApiKey: WIRE_KEY, flags: { beta: true } };

await recordNode("capture", "capture with groups, $set, $set_once and $unset", (posthog) =>
  posthog.capture({
    distinctId: "u1",
    event: "ordered",
    groups: { org: "o1" },
    properties: { total: 5, text: "🦔 ünï", $set: { plan: "pro" }, $set_once: { source: "ad" }, $unset: ["old"] },
  }),
);
await recordNode(
  "capture-plain",
  "capture with disableCompression and a time of its own",
  (posthog) => posthog.capture({ distinctId: "u1", event: "ordered", timestamp: new Date(Date.now() - 3_600_000) }),
  { disableCompression: true },
);
await recordNode("capture-nobody", "capture without an id", (posthog) => posthog.capture({ event: "seen" }));
await recordNode("identify", "identify", (posthog) =>
  posthog.identify({ distinctId: "u1", properties: { email: "a@example.com" } }),
);
await recordNode("alias", "alias", (posthog) => posthog.alias({ distinctId: "u1", alias: "anon2" }));
await recordNode("group-identify", "groupIdentify", (posthog) =>
  posthog.groupIdentify({ groupType: "org", groupKey: "o1", properties: { size: 7 } }),
);
await recordNode("flags", "getAllFlags", (posthog) => posthog.getAllFlags("u1"));
await recordNode(
  "flag-definitions",
  "waitForLocalEvaluationReady",
  (posthog) => posthog.waitForLocalEvaluationReady(),
  {
    personalApiKey: WIRE_KEY,
  },
);
process.env["POSTHOG_CAPTURE_MODE"] = "v1";
await recordNode("capture-v1", "capture and alias, with POSTHOG_CAPTURE_MODE=v1", (posthog) => {
  posthog.capture({
    distinctId: "u1",
    event: "ordered",
    properties: { total: 5, $session_id: "s1", $set: { plan: "pro" } },
  });
  posthog.alias({ distinctId: "u1", alias: "anon2" });
});
await recordNode4();
await recordBrowser();

async function recordNode(
  name: string,
  call: string,
  work: (posthog: PostHog) => unknown,
  options: PostHogOptions = {},
): Promise<void> {
  const world = await openWorld("a socket", HOGLET);
  const posthog = new PostHog(world.token, { ...world.transport, ...options });
  await work(posthog);
  await posthog.shutdown();
  write(`posthog-node-${name}`, call, world.wire.exchanges[0]);
  await world.close();
}

async function recordNode4(): Promise<void> {
  const world = await openWorld("a socket", HOGLET);
  const posthog = new PostHog4(world.token, world.transport);
  posthog.capture({ distinctId: "u1", event: "ordered", groups: { org: "o1" }, properties: { $set: { plan: "pro" } } });
  posthog.alias({ distinctId: "u1", alias: "anon2" });
  await posthog.shutdown();
  write("posthog-node-4-capture", "capture with a group and $set, and alias", world.wire.exchanges[0]);
  await world.close();
}

async function recordBrowser(): Promise<void> {
  const visit = (config: object, work: (visit: Visit) => Promise<void>) =>
    withVisit({ hoglet: HOGLET, config: { bootstrap: { distinctID: "anon-1" }, ...config } }, work);

  await visit({}, async (at) => {
    await at.stored("$pageview");
    writeJs(at, "pageview", "init: the page view", "$pageview");
    await until("flags", () => at.wire.to("/flags/").length > 0);
    write("posthog-js-flags", "init: the flags of the visitor", at.wire.to("/flags/")[0]);
    await at.page.click("#buy");
    await at.stored("$autocapture");
    writeJs(at, "autocapture", "a click, from the queue", "$autocapture");
    await inPage(at.page, (posthog) => posthog.identify("u9", { plan: "free" }, { source: "ad" }));
    await at.stored("$identify");
    writeJs(at, "identify", "identify with $set and $set_once", "$identify");
  });
  await visit({ request_queue_config: { flush_interval_ms: 5000 } }, async (at) => {
    await at.stored("$pageview");
    await inPage(at.page, (posthog) => void posthog.capture("looked", { at: "shoes" }));
    await at.page.click("#away");
    await at.stored("looked");
    writeJs(at, "beacon", "capture, and the page is left", "looked");
  });
  await visit({ disable_compression: true }, async (at) => {
    await at.stored("$pageview");
    writeJs(at, "json", "init with disable_compression: the page view", "$pageview");
  });
  const options = {
    hoglet: HOGLET,
    config: { bootstrap: { distinctID: "anon-1" } },
    ...givenConfig({ hasFeatureFlags: false, supportedCompression: ["base64"] }),
  };
  await withVisit(options, async (at) => {
    await at.stored("$pageview");
    await until("the config", () => at.asked().includes(`GET /array/${WIRE_TOKEN}/config.js 200`));
    await inPage(at.page, (posthog) => void posthog.capture("looked", { at: "🦔 + shoes" }));
    await at.stored("looked");
    writeJs(at, "form", "capture, when the remote config knows no gzip", "looked");
  });
  await (await sharedBrowser()).close();
}

function writeJs({ wire }: Visit, name: string, call: string, event: string): void {
  const seen = wire.exchanges.find(
    (exchange) => exchange.method === "POST" && exchange.path !== "/flags/" && toEventNames(exchange).includes(event),
  );
  write(`posthog-js-${name}`, call, seen);
}

function write(name: string, call: string, seen: Exchange | undefined): void {
  if (seen === undefined) throw new Error(`${name}: nothing was sent.`);
  // Server clients send their own user agent; a browser sends the browser's.
  const agent = seen.headers["user-agent"] ?? "";
  const client = agent.startsWith("posthog-") ? agent.replace("/", " ") : `posthog-js ${POSTHOG_JS_VERSION}`;
  writeWireFixture(name, { client, call }, seen);
  const said = seen.body.length > 0 ? JSON.stringify(toJson(seen.body)).length : 0;
  process.stdout.write(`${name}: ${seen.method} ${seen.path} ${seen.status}, ${said} characters\n`);
}
