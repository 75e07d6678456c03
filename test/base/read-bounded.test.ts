import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readBounded } from "../../lib/base/read-bounded.ts";

const bounded = suite("readBounded");

bounded("reads a body up to its bound, and nothing of one that is longer or absent", async () => {
  assert.is(String(await readBounded(new Response("four"), 4)), "four");
  assert.is(await readBounded(new Response("fives"), 4), null);
  assert.is((await readBounded(new Response(null), 4))?.length, 0);
});

bounded.run();
