import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openApi } from "./open-api.ts";

async function withGroup() {
  const api = await openApi();
  const properties = { $group_type: "org", $group_key: "org:5", $group_set: { name: "Five" } };
  await api.hoglet.capture({ event: "$groupidentify", distinct_id: "u1", properties });
  return api;
}

const GROUP = {
  group_type_index: 0,
  group_key: "org:5",
  group_properties: { name: "Five" },
  created_at: "2024-03-10T12:00:00Z",
};

const routes = suite("groupRoutes");

routes("gives the types as a bare list", async () => {
  const { get } = await withGroup();
  assert.equal(await get("groups_types/"), {
    status: 200,
    body: [{ group_type: "org", group_type_index: 0, name_singular: null, name_plural: null }],
  });
});

routes("gives the groups of one type in the envelope, and demands the type", async () => {
  const { get } = await withGroup();
  const { status, body } = await get("groups/?group_type_index=0");
  assert.equal([status, body], [200, { next: null, previous: null, count: 1, results: [GROUP] }]);
  assert.is((await get("groups/?group_type_index=0&search=six")).body.count, 0);
  const refused = await get("groups/");
  assert.equal([refused.status, refused.body["attr"], refused.body["code"]], [400, "group_type_index", "required"]);
});

routes("finds one group by type and key", async () => {
  const { get } = await withGroup();
  assert.equal(await get("groups/find?group_type_index=0&group_key=org:5"), { status: 200, body: GROUP });
  assert.is((await get("groups/find?group_type_index=0&group_key=org:6")).status, 404);
  assert.is((await get("groups/find?group_type_index=0")).status, 400);
});

routes("asks for group:read", async () => {
  const { get } = await withGroup();
  for (const path of ["groups_types", "groups?group_type_index=0", "groups/find?group_type_index=0&group_key=org:5"]) {
    assert.is((await get(path, ["group:read"])).status, 200, path);
    assert.is((await get(path, ["event:read"])).status, 403, path);
  }
});

routes.run();
