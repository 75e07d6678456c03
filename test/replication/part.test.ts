import * as v from "valibot";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { packPart, unpackPart } from "../../lib/replication/part.ts";

const parts = suite("a part of a first's replies");

const Head = v.object({ numbers: v.array(v.number()) });

parts("comes back as it was, and with any other bit not at all", async () => {
  const bytes = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * index) % 251));
  const part = await packPart({ numbers: [1, 2] }, [bytes.subarray(0, 1000), bytes.subarray(1000)]);
  const found = await unpackPart(Head, part);
  assert.equal(found.head, { numbers: [1, 2] });
  assert.ok(found.bytes.equals(bytes));
  const taken: number[] = [];
  for (let at = 0; at < part.length; at++) {
    const damaged = Buffer.from(part);
    damaged[at] = (damaged[at] ?? 0) ^ 4;
    await unpackPart(Head, damaged).then(
      () => taken.push(at),
      () => {},
    );
  }
  assert.equal(taken, []);
  for (const length of [0, 20, 32, 40, part.length - 1])
    await unpackPart(Head, part.subarray(0, length)).then(
      () => taken.push(length),
      () => {},
    );
  assert.equal(taken, []);
});

parts.run();
