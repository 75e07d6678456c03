import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createHoglet } from "hoglet";

const hoglet = await createHoglet({ file: "analytics.db" });
const app = new Hono();

// PostHog's SDKs send to /ingest.
app.all("/ingest/*", (context) => {
  const url = new URL(context.req.url);
  url.pathname = url.pathname.replace(/^\/ingest/, "");
  return hoglet.fetch(new Request(url, context.req.raw));
});

app.get("/", (context) => context.json({ token: hoglet.project.api_token }));

app.get("/sales", async (context) => {
  const { results } = await hoglet.ask({ kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "bought" }] });
  return context.json({ sold: results[0]?.count ?? 0 });
});

const options = { fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env.PORT ?? 3000) };
const server = serve(options, ({ port }) => console.log(`Open http://127.0.0.1:${port}/`));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => server.close(() => hoglet.close()));
