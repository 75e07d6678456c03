import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toActivityText } from "../../../adapters/ui/page/views/persons/activity-text.ts";
import { createHoglet } from "../../../lib/index.ts";

const texts = suite("toActivityText");

texts("tells what was done to a person", async () => {
  const hoglet = await createHoglet();
  await hoglet.capture({ event: "$identify", distinct_id: "u1", properties: { $anon_distinct_id: "u2" } });
  await hoglet.persons.update(1, { properties: { plan: "pro", seats: 3 } });
  await hoglet.persons.deleteProperty(1, { $unset: "seats" });
  await hoglet.persons.split(1, { main_distinct_id: "u1" });
  await hoglet.persons.delete(1);
  const { results } = await hoglet.activity.list({ scope: "Person" });
  const [deleted, split = "", ...rest] = results.map(toActivityText);
  assert.equal([deleted, ...rest], ["deleted", "removed seats", "changed plan, seats"]);
  assert.match(split, /^split; it had u[12], u[12]$/);
  await hoglet.close();
});

texts("tells what was done to a cohort", async () => {
  const hoglet = await createHoglet();
  const { id } = await hoglet.cohorts.create({ name: "friends", is_static: true });
  await hoglet.cohorts.update(id, { name: "family" });
  await hoglet.cohorts.delete(id);
  await hoglet.cohorts.update(id, { deleted: false });
  const { results } = await hoglet.activity.list({ scope: "Cohort" });
  assert.equal(results.map(toActivityText), ["restored", "deleted", "changed name", "created"]);
  await hoglet.close();
});

texts.run();
