import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SINGLE_WORKER } from "../../../../lib/engines/columns/group/worker-group.ts";
import { createOwners, ActorShare } from "../../../../lib/engines/columns/entities/actor-share.ts";

const LIMIT = 1000;

const share = suite("ActorShare");

share("gives each actor to the thread that asks first, and to no other from then on", () => {
  const owners = createOwners(SINGLE_WORKER, LIMIT);
  const [slow, quick] = [new ActorShare(owners, 0), new ActorShare(owners, 1)];
  const taken = { slow: [] as number[], quick: [] as number[] };
  let next = 0;
  for (let actor = 0; actor < LIMIT; actor++) {
    if (slow.has(actor)) taken.slow.push(actor);
    // The fast thread walks three times as fast.
    for (let turn = 0; turn < 3 && next < LIMIT; turn++, next++) if (quick.has(next)) taken.quick.push(next);
  }
  const all = [...taken.slow, ...taken.quick].toSorted((a, b) => a - b);
  assert.equal(
    all,
    Array.from({ length: LIMIT }, (_, actor) => actor),
  );
  assert.ok(taken.slow.length > 0 && taken.quick.length > 2 * taken.slow.length);
  for (const actor of taken.slow) assert.ok(slow.has(actor) && !quick.has(actor));
  for (const actor of taken.quick) assert.ok(quick.has(actor) && !slow.has(actor));
});

share.run();
