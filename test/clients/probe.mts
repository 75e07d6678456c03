import { createHoglet } from "/work/main/lib/index.ts";
import { PostHog } from "posthog-node";
import { PostHog as P4 } from "posthog-node-4";
const h = await createHoglet({ openMode: true, projectToken: "phc_demo" });
const tap = async (u: any, i: any) => { const r = await h.fetch(u, i); console.log(i.method, u, JSON.stringify(i.headers), i.body?.constructor?.name, typeof i.body === "string" ? i.body.slice(0,400) : "", r.status, await r.clone().text()); return r; };
for (const P of [PostHog, P4] as any[]) {
  const c = new P("phc_demo", { fetch: tap, host: "http://hoglet.local", flushAt: 100 });
  c.on("error", (e: any) => console.log("ERR", e));
  c.capture({ distinctId: "u1", event: "ping", properties: { a: 1, $set: { p: 1 } } });
  c.identify({ distinctId: "u1", properties: { email: "a@b" } });
  await c.shutdown();
}
console.log(await h.persons.list());
await h.close();
