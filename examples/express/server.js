import express from "express";
import { toNodeHandler } from "h3";
import { createHoglet } from "hoglet";
import { h3Adapter } from "hoglet/h3";
import { withPage } from "hoglet/ui";

const hoglet = await createHoglet({ file: "analytics.db" });
const app = express();

// posthog-js sends to /ingest and loads itself from there.
app.use("/ingest", toNodeHandler(h3Adapter(hoglet)));
// The page is at /analytics/ui/, its documentation at /analytics/docs/. "loopback": requests of this machine need no key.
app.use("/analytics", toNodeHandler(h3Adapter(withPage(hoglet, { signIn: "loopback" }))));

app.get("/", (_, response) => {
  const options = { api_host: "/ingest", person_profiles: "always" };
  const start = JSON.stringify([hoglet.project.api_token, options, "posthog"]);
  response.send(`<!doctype html><title>A shop</title>
<script>window.posthog = Object.assign([], { _i: [${start}], __SV: 1 });</script>
<script src="/ingest/static/array.js"></script>
<h1>A shop</h1>
<button onclick="posthog.capture('bought', { product: 'coffee' })">Buy</button>
<p><a href="/sales">Sales</a> · <a href="/analytics/">Analytics</a></p>`);
});

// The server captures too, and asks in process.
app.post("/orders", express.json(), async (request, response) => {
  const { person, product } = request.body;
  await hoglet.capture({ event: "bought", distinct_id: String(person), properties: { product: String(product) } });
  response.status(201).json({ product });
});

app.get("/sales", async (_, response) => {
  const series = [{ kind: "EventsNode", event: "bought" }];
  const { results } = await hoglet.ask({
    kind: "TrendsQuery",
    series,
    breakdownFilter: { breakdown: "product", breakdown_type: "event" },
  });
  response.json(results.map(({ label, count }) => ({ product: label, sold: count })));
});

const server = app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  console.log(`Open http://127.0.0.1:${server.address().port}/`);
});

// The server closes before the hoglet, which running requests still need.
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => server.close(() => hoglet.close()));
}
