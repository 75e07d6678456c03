import { suite } from "uvu";
import * as assert from "uvu/assert";
import { aiRoutes } from "../../lib/http/routes/ai.ts";
import { quietRoutes } from "../../lib/http/routes/quiet.ts";
import { openRoutes, TOKEN } from "./flag-context.ts";

const routes = suite("quietRoutes");

/** Paths that posthog-js requests from pages of any site. */
const FOR_BROWSERS = /surveys|web_experiments|product_tours|early_access|logs|metrics\?/;

routes("answer what SDKs and probes ask in passing", async () => {
  const { fetch } = openRoutes([...quietRoutes, ...aiRoutes]);
  const rows: [method: string, path: string, text: string][] = [
    ["GET", `/api/surveys/?token=${TOKEN}`, '{"surveys":[]}'],
    ["GET", `/api/web_experiments/?token=${TOKEN}`, '{"experiments":[]}'],
    ["GET", `/api/product_tours/?token=${TOKEN}`, '{"product_tours":[]}'],
    ["GET", `/api/early_access_features/?token=${TOKEN}`, '{"earlyAccessFeatures":[]}'],
    ["POST", `/i/v1/logs?token=${TOKEN}`, "{}"],
    ["POST", `/i/v1/metrics?token=${TOKEN}`, "{}"],
    ["POST", "/test/black_hole", '{"status":"Ok"}'],
    ["GET", "/", "capture"],
    ["GET", "/_readiness", "ok"],
    ["GET", "/_liveness", "ok"],
    ["GET", "/metrics", ""],
  ];
  for (const [method, path, text] of rows) {
    const body = method === "POST" ? { body: "anything \u0000" } : {};
    const reply = await fetch(path, { method, ...body, headers: { origin: "https://app.test" } });
    assert.is(reply.status, 200, path);
    assert.is(await reply.text(), text, path);
    const allowed = FOR_BROWSERS.test(path) ? "https://app.test" : null;
    assert.is(reply.headers.get("access-control-allow-origin"), allowed, path);
  }
});

routes.run();
