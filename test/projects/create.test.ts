import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTokenProject } from "../../lib/projects/create.ts";
import { openWorld } from "../support/world.ts";

const ofToken = suite("createTokenProject");

ofToken("gives the project that another process made for the token meanwhile", () => {
  const { ctx } = openWorld();
  const made = createTokenProject(ctx, "phc_new");
  assert.equal(createTokenProject(ctx, "phc_new"), made);
});

ofToken("follows from the token, the same in every database", () => {
  const [one, two] = [openWorld(), openWorld()].map(({ ctx }) => createTokenProject(ctx, "phc_new").id);
  assert.is(one, two);
});

ofToken.run();
