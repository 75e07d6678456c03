import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTokenProject } from "../../../lib/admin/projects/create.ts";
import { openWorld } from "../../support/world.ts";

const ofToken = suite("createTokenProject");

ofToken("gives the project that another process made for the token meanwhile", async () => {
  const { ctx } = openWorld();
  const made = await createTokenProject(ctx, "phc_new");
  assert.equal(await createTokenProject(ctx, "phc_new"), made);
});

ofToken("follows from the token, the same in every database", async () => {
  const [one, two] = await Promise.all([openWorld(), openWorld()].map(({ ctx }) => createTokenProject(ctx, "phc_new")));
  assert.is(one?.id, two?.id);
});

ofToken.run();
