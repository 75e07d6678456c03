import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openApi } from "./open-api.ts";

const routes = suite("warningRoutes");

routes("lists in the envelope, with filters and links", async () => {
  const { hoglet, get } = await openApi();
  for (const id of ["u1", "u2", "u1"]) await hoglet.capture({ event: "viewed", distinct_id: id, timestamp: "soon" });
  const { status, body } = await get("ingestion_warnings/?distinct_id=u1&limit=1");
  assert.equal([status, body.count, body.previous, body.results?.length], [200, 2, null, 1]);
  assert.match(body.next ?? "", /\/ingestion_warnings\/\?distinct_id=u1&limit=1&offset=1$/);
  assert.equal(Object.keys(body.results?.[0] ?? {}), [
    "id",
    "type",
    "distinct_id",
    "event_uuid",
    "details",
    "timestamp",
    "message",
  ]);
});

routes("asks for event:read", async () => {
  const { get } = await openApi();
  assert.is((await get("ingestion_warnings", ["event:read"])).status, 200);
  assert.is((await get("ingestion_warnings", ["person:read"])).status, 403);
});

routes.run();
