import { globSync, readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { createTestHoglet, expectHoglet } from "../../adapters/testing/index.ts";

/**
 * The code that SDKs run, as it comes from npm; @posthog/ai, @posthog/mcp and the command posthog-cli where they are installed
 * (CONTRIBUTING.md). The command also reaches the whole API of PostHog, below `/api/`: it is searched for the doors of events alone.
 */
const SDKS = [
  "node_modules/{posthog-js/lib/src,posthog-js/dist,posthog-node/dist,@posthog/core/dist}/**/*.{js,mjs,cjs}",
  "test/clients/ai/node_modules/@posthog/{ai,mcp}/dist/**/*.{js,mjs,cjs}",
];
const CLI = "test/clients/ai/node_modules/@posthog/cli/lib/*.mjs";

/** A path in that code, such as "/i/v1/logs" or `/array/${token}/config`. */
const PATH =
  /["'`}](\/(?:i|e|s|flags|decide|array|api|batch|capture|engage|track|static|otel)(?:\/(?:[\w.-]|\$\{[^}`]*\})+)*)\/?["'`?]/g;

/** Beginnings to which the code adds the rest. */
const BEGINNINGS = new Set(["/i", "/array", "/static", "/i/v1/:part"]);

/** The table of docs/compatibility.md: the end of a request, by the pattern of its path. */
function readTable(): Map<string, string> {
  const text = readFileSync("docs/compatibility.md", "utf8");
  const [, table = ""] = /The requests of SDKs are stored[^|]*((?:\|.*\n)+)/.exec(text) ?? [];
  const rows = table.split("\n").map((line) => line.split("|"));
  return new Map(
    rows.flatMap(([, paths = "", end = ""]) =>
      [...paths.matchAll(/`(\/[^`]+)`/g)].map(([, path = ""]): [string, string] => [path, end.trim()]),
    ),
  );
}

const sdks = suite("routes that SDKs call");

sdks("are all in the table, as they are called by the SDKs' own code", () => {
  const called = new Set<string>();
  for (const file of globSync([...SDKS, CLI])) {
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(PATH))
      if (!path.startsWith("/api/") || !file.includes("/cli/")) called.add(path.replaceAll(/\$\{[^}]*\}/g, ":part"));
  }
  assert.ok(called.has("/flags") && called.has("/i/v1/logs"), "the search no longer finds them");
  const patterns = [...readTable().keys()].map(
    (path) => new RegExp(`^${path.replaceAll(".", "\\.").replace("*", ".*").replace(":token", "[^/]+")}$`),
  );
  const unknown = [...called].filter(
    (path) => !BEGINNINGS.has(path) && !patterns.some((pattern) => pattern.test(path)),
  );
  assert.equal(unknown, []);
});

sdks("end as the table says: what is not kept is answered 200, warned of, and counted", async () => {
  await using hoglet = await createHoglet();
  const { api_token: token } = hoglet.project;
  const recording = { $session_id: "s1", $snapshot_data: {}, distinct_id: "u1" };
  const body = JSON.stringify([{ event: "sent", api_key: token, properties: recording }]);
  for (const [path, end] of readTable()) {
    const [exact, send] = [
      path.replace(":token", token).replace("*", "x"),
      /^(?:answered|404)/.test(end) ? "GET" : "POST",
    ];
    const request = { method: send, ...(send === "POST" && { body }), headers: { authorization: `Bearer ${token}` } };
    const { status } = await hoglet.fetch(`${exact}?token=${token}`, request);
    const noted = (await hoglet.warnings.list()).results.filter(({ details }) => details["path"] === path);
    assert.is(status === 404, end === "404", path);
    assert.equal(
      noted.map(({ type, details }) => [type, details["requests"]]),
      end.startsWith("not kept") ? [["not_kept", 1]] : [],
      path,
    );
    if (!end.startsWith("not kept")) continue;
    assert.is(status, 200, path);
    await hoglet.fetch(`${exact}?token=${token}`, request);
    assert.is(
      (await hoglet.warnings.list({ type: "not_kept" })).results.find(({ details }) => details["path"] === path)
        ?.details["requests"],
      2,
    );
  }
});

sdks("requests with another token are answered and not noted", async () => {
  await using hoglet = await createHoglet();
  const { status } = await hoglet.fetch("/i/v1/logs?token=phc_other", { method: "POST", body: "{}" });
  assert.is(status, 200);
  assert.is((await hoglet.warnings.list()).count, 0);
});

sdks("the next test sees only its own", async () => {
  await using hoglet = await createTestHoglet({ strict: true });
  const send = () => hoglet.fetch(`/i/v1/logs?token=${hoglet.project.api_token}`, { method: "POST", body: "{}" });
  await expectHoglet(hoglet).toHaveKeptEverything();
  await send();
  await send();
  await expectHoglet(hoglet).not.toHaveKeptEverything();
  const failed = await hoglet.reset().catch((error: Error) => error.message);
  // A reset tells each problem once.
  await hoglet.reset();
  assert.match(String(failed), /not_kept \(\/i\/v1\/logs\): Requests were answered/);
  await expectHoglet(hoglet).toHaveKeptEverything();
  await send();
  assert.match(String(await hoglet.verify().catch((error: Error) => error.message)), /not_kept/);
  await hoglet.reset();
});

sdks.run();
