import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const notes = suite("notes");

notes("a note is what was set last; null deletes it, and there is none", async () => {
  const hoglet = await createHoglet();
  assert.is(await hoglet.notes.get("a"), null);
  await hoglet.notes.set("a", { list: [1, "ü", null] });
  await hoglet.notes.set("a", { list: [2] });
  assert.equal(await hoglet.notes.get("a"), { list: [2] });
  await hoglet.notes.set("a", null);
  assert.equal([await hoglet.notes.get("a"), await hoglet.notes.list("")], [null, []]);
  await hoglet.notes.set("b", 1);
  await hoglet.notes.delete("b");
  await hoglet.notes.delete("b");
  assert.is(await hoglet.notes.get("b"), null);
  await hoglet.close();
});

notes("list finds by the beginning of the name, in its order, and means % and _ as they stand", async () => {
  const hoglet = await createHoglet();
  for (const name of ["a_/2", "a_/1", "ab/1", "a_", "a_0"]) await hoglet.notes.set(name, name);
  assert.equal(
    (await hoglet.notes.list("a_/")).map(({ name, value }) => [name, value]),
    [
      ["a_/1", "a_/1"],
      ["a_/2", "a_/2"],
    ],
  );
  await hoglet.close();
});

notes("update loses nothing that another handle on the file has written", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const [one, two] = [await createHoglet({ file }), await createHoglet({ file })];
  const count = (handle: typeof one) => handle.notes.update("n", (value) => Number(value ?? 0) + 1);
  for (let n = 0; n < 20; n++) await Promise.all([count(one), count(two)]);
  assert.is(await one.notes.get("n"), 40);
  await Promise.all([one.close(), two.close()]);
  folder.remove();
});

notes("a change that throws changes nothing", async () => {
  const hoglet = await createHoglet();
  await hoglet.notes.set("n", 1);
  const failed = await hoglet.notes
    .update("n", () => {
      throw new Error("no");
    })
    .catch(() => "failed");
  assert.equal([failed, await hoglet.notes.get("n")], ["failed", 1]);
  await hoglet.close();
});

notes("each project has its own, and they go with it", async () => {
  const hoglet = await createHoglet();
  const { id: project } = await hoglet.projects.create({ name: "other" });
  await hoglet.notes.set("n", 1, { project });
  assert.equal([await hoglet.notes.get("n"), await hoglet.notes.get("n", { project })], [null, 1]);
  await hoglet.projects.delete(project);
  const again = await hoglet.projects.create({ name: "again" });
  assert.is(await hoglet.notes.get("n", { project: again.id }), null);
  await hoglet.close();
});

notes("a name of nothing, or of more than 200 characters, is refused", async () => {
  const hoglet = await createHoglet();
  for (const name of ["", "n".repeat(201)]) {
    const error = await hoglet.notes.set(name, 1).then(
      () => null,
      (thrown: unknown) => thrown as { attr: string },
    );
    assert.is(error?.attr, "name");
  }
  await hoglet.close();
});

notes.run();
