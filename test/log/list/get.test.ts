import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import type { HogletError } from "../../../lib/index.ts";

const UUID = "018df000-0000-7000-8000-00000000abcd";

const getting = suite("getEvent");

getting("gives the event in any letter case of its uuid", async () => {
  const hoglet = await createHoglet();
  await hoglet.capture({ uuid: UUID, event: "viewed", distinct_id: "u1", properties: { plan: "pro" } });
  const event = await hoglet.events.get(UUID.toUpperCase());
  assert.equal([event.uuid, event.event, event.properties["plan"]], [UUID, "viewed", "pro"]);
});

getting("knows no event of another project, none that is not there, and none by something else", async () => {
  const hoglet = await createHoglet();
  await hoglet.capture({ uuid: UUID, event: "viewed", distinct_id: "u1" });
  const { id } = await hoglet.projects.create({ name: "other" });
  const wrong = [
    hoglet.events.get(UUID, { project: id }),
    hoglet.events.get(UUID.replace("abcd", "abce")),
    hoglet.events.get("viewed"),
  ];
  for (const result of await Promise.allSettled(wrong)) {
    assert.is(result.status, "rejected");
    assert.is(((result as PromiseRejectedResult).reason as HogletError).status, 404);
  }
});

getting.run();
