import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { H3, toNodeHandler } from "h3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { h3Adapter } from "../../../adapters/h3/index.ts";
import { createHoglet } from "../../../lib/index.ts";
import { ask, serve } from "./served.ts";

const OK = { status: 200, headers: { "content-type": "text/plain" }, body: "ok" };

const mounted = suite("h3Adapter mounted in another app");

async function get(url: string): Promise<{ next: string; count: number }> {
  const response = await fetch(url, { headers: { authorization: "Bearer phx_test" } });
  return (await response.json()) as { next: string; count: number };
}

mounted("the adapter sees paths without the base", async () => {
  await using app = await serve(
    () => OK,
    (adapter) => new H3().get("/mine", () => "mine").mount("/analytics", adapter),
  );
  assert.is((await ask(app.port, { path: "/analytics/e/?a=1" })).body, "ok");
  assert.match(app.seen[0]?.url ?? "", /:\d+\/e\/\?a=1$/);
  assert.is((await ask(app.port, { path: "/mine" })).body, "mine");
  assert.is((await ask(app.port, { path: "/other" })).status, 404);
});

mounted("a relative location leads below the base, whatever path was asked for; an absolute one stays", async () => {
  let location = "ui/";
  const answer = () => ({ status: 302, headers: { location }, body: null });
  await using app = await serve(answer, (adapter) => new H3().mount("/analytics", adapter));
  await using bare = await serve(answer);
  for (const path of ["/analytics", "/analytics/", "/analytics/deep/er?a=1"]) {
    assert.is((await ask(app.port, { path })).headers["location"], "/analytics/ui/", path);
  }
  for (const path of ["/", "/deep/er", "//evil.example", "/%2F%2Fevil.example"]) {
    assert.is((await ask(bare.port, { path })).headers["location"], "/ui/", path);
  }
  for (location of ["https://a.example/x", "/x"]) {
    assert.is((await ask(app.port, { path: "/analytics" })).headers["location"], location);
  }
});

mounted("the links of answers lead below the base, in Express too, which takes it away itself", async () => {
  await using hoglet = await createHoglet({ personalApiKey: "phx_test" });
  await hoglet.capture([1, 2].map((id) => ({ event: "a", distinct_id: `u${id}` })));
  const adapter = h3Adapter<H3>(hoglet);
  const node = toNodeHandler(adapter);
  const express = createServer((req, res) => {
    Object.assign(req, { originalUrl: req.url, url: req.url?.replace("/analytics", "") });
    void node(req as never, res as never);
  });
  for (const server of [createServer(toNodeHandler(new H3().mount("/analytics", adapter))), express]) {
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const { next } = await get(`http://127.0.0.1:${port}/analytics/api/projects/@current/persons/?limit=1`);
    assert.ok(next.startsWith(`http://127.0.0.1:${port}/analytics/api/`), next);
    assert.is((await get(next)).count, 2);
    server.close();
  }
});

mounted.run();
