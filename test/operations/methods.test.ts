import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { HogletError } from "../../lib/index.ts";

const methods = suite("methodsOf");

async function refusal(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => "accepted",
    (error: HogletError) => `${error.status} ${error.code} ${error.attr}`,
  );
}

methods(
  "take `project` only where a path begins with a project: a key whose limit is misspelt is refused",
  async () => {
    await using hoglet = await createHoglet();
    const misspelt = { label: "narrow", scopes: ["*"], project: 1 };
    assert.is(await refusal(hoglet.keys.create(misspelt)), "400 unknown_field project");
    assert.is((await hoglet.keys.list()).length, 1);
    assert.is((await hoglet.groups.types({ project: 1 })).length, 0);
  },
);

methods("name the project itself by its id, and none without one", async () => {
  await using hoglet = await createHoglet();
  const { id } = await hoglet.projects.create({ name: "second" });
  assert.is((await hoglet.projects.get(id)).name, "second");
  for (const given of [undefined, null, true, 1.5, "first"]) {
    assert.is(await refusal(hoglet.projects.delete(given as never)), "404 not_found null", String(given));
  }
  assert.is((await hoglet.projects.list()).count, 2);
});

methods("have no key of their own", async () => {
  await using hoglet = await createHoglet();
  assert.is(await refusal(hoglet.keys.get("@current")), "404 not_found null");
  assert.is(
    await refusal(hoglet.keys.create({ label: "x", scopes: ["*"], projects: [7] })),
    "400 invalid_input projects",
  );
});

methods("refuse in a sentence what is no object, and take an object that was read", async () => {
  await using hoglet = await createHoglet();
  for (const given of [null, [], "x", 1]) {
    assert.is(await refusal(hoglet.annotations.create(given as never)), "400 invalid_input null", String(given));
  }
  assert.is(await refusal(hoglet.actions.create(undefined as never)), "400 required name");
  const { id } = await hoglet.annotations.create({ content: "Release 2.0" });
  assert.is((await hoglet.annotations.update(id, await hoglet.annotations.get(id))).content, "Release 2.0");
});

methods.run();
