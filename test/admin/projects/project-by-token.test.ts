import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openContext } from "../../../lib/handle/open-context.ts";
import { createProject, deleteProject, findProject, updateProject } from "../../../lib/admin/projects/index.ts";
import { setProject } from "../../../lib/admin/projects/set.ts";
import { projectByToken } from "../../../lib/admin/projects/project-by-token.ts";
import { writeNow } from "../../../lib/storage/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { openWorld } from "../../support/world.ts";
import { whenAll } from "../../support/rounds.ts";

const byToken = suite("projectByToken");

byToken("gives the same object again while nothing has changed, events included", async () => {
  const world = openWorld();
  const { api_token } = await createProject(world.ctx, { name: "mine" });
  const first = projectByToken(world.ctx, api_token);
  await world.capture({ event: "x", distinct_id: "a" });
  assert.is(projectByToken(world.ctx, api_token), first);
  assert.equal({ ...first }, findProject(world.ctx, api_token));
  world.close();
});

byToken("finds nobody for an unknown token, until there is a project of it", async () => {
  const world = openWorld();
  assert.is(projectByToken(world.ctx, "phc_new"), undefined);
  const { id } = await createProject(world.ctx, { name: "new", api_token: "phc_new" });
  assert.is(projectByToken(world.ctx, "phc_new")?.id, id);
  world.close();
});

byToken("sees what this process changes, by a use case or by SQL", async () => {
  const world = openWorld();
  const { id } = await createProject(world.ctx, { name: "mine", api_token: "phc_mine" });
  projectByToken(world.ctx, "phc_mine");
  await updateProject(world.ctx, id, { anonymize_ips: true });
  assert.is(projectByToken(world.ctx, "phc_mine")?.anonymize_ips, true);
  world.ctx.db.sql("UPDATE projects SET person_processing_opt_out = 1 WHERE id = ?").run(id);
  assert.is(projectByToken(world.ctx, "phc_mine")?.person_processing_opt_out, true);
  world.close();
});

byToken("sees what a transaction did, and that it was undone", async () => {
  const world = openWorld();
  const { id } = await createProject(world.ctx, { name: "mine", api_token: "phc_mine" });
  projectByToken(world.ctx, "phc_mine");
  const undone = () =>
    writeNow(world.ctx.db, () => {
      setProject(world.ctx, id, { name: "other" });
      assert.is(projectByToken(world.ctx, "phc_mine")?.name, "other");
      throw new Error("undo");
    });
  assert.throws(undone, "undo");
  assert.is(projectByToken(world.ctx, "phc_mine")?.name, "mine");
  world.close();
});

byToken("knows a deleted project no more", async () => {
  const world = openWorld();
  const { id } = await createProject(world.ctx, { name: "mine", api_token: "phc_mine" });
  projectByToken(world.ctx, "phc_mine");
  const deleting = deleteProject(world.ctx, id);
  assert.is(projectByToken(world.ctx, "phc_mine"), undefined);
  await deleting;
  world.close();
});

whenAll(byToken)("sees what another connection to the file changes or deletes", async () => {
  const folder = tempFolder();
  const options = { file: folder.file("a.db"), projectToken: "phc_first" };
  const [one, other] = [openContext(options).ctx, openContext(options).ctx];
  const { id } = await createProject(one, { name: "second", api_token: "phc_second" });
  assert.is(projectByToken(one, "phc_second")?.anonymize_ips, false);
  await updateProject(other, id, { anonymize_ips: true });
  assert.is(projectByToken(one, "phc_second")?.anonymize_ips, true);
  await deleteProject(other, id);
  assert.is(projectByToken(one, "phc_second"), undefined);
  one.db.close();
  other.db.close();
  folder.remove();
});

byToken("gives an object that cannot be changed by whoever gets it", async () => {
  const world = openWorld();
  await createProject(world.ctx, { name: "mine", api_token: "phc_mine" });
  const project = projectByToken(world.ctx, "phc_mine") as { name: string };
  assert.throws(() => {
    project.name = "theirs";
  });
  world.close();
});

byToken.run();
