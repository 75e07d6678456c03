import { suite } from "uvu";
import * as assert from "uvu/assert";
import { captureRoutes } from "../../lib/http/routes/capture.ts";
import { openRoutes, TOKEN } from "./flag-context.ts";

const capturing = suite("captureRoutes");

capturing("takes AI events as any others, and refuses them in plain text", async () => {
  const { ctx, fetch } = openRoutes(captureRoutes);
  const batch = [{ event: "$ai_generation", distinct_id: "u1", properties: { $ai_model: "m" } }];
  const reply = await fetch("/i/v0/ai/batch/", { method: "POST", body: JSON.stringify({ api_key: TOKEN, batch }) });
  assert.equal(await reply.json(), { status: "Ok" });
  const rows = ctx.db.sql("SELECT json_extract(properties, '$.$ai_model') AS model FROM events").all();
  assert.equal(rows, [{ model: "m" }]);
  const refused = await fetch("/i/v0/ai/batch/", { method: "POST", body: JSON.stringify({ batch }) });
  assert.is(refused.status, 401);
  assert.is(await refused.text(), "event submitted without an api_key");
});

capturing.run();
