import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import { packUuids, readUuids } from "../../../lib/log/chunks/chunk-uuids.ts";

const random = createRandom(26);

const uuids = suite("packUuids");

uuids("gives back random uuids, with gaps or without, and takes no more than the bytes in which they differ", () => {
  for (const gap of [1, 3]) {
    for (const shared of [0, 5, 16]) {
      const first = randomBytes(16);
      const events = Array.from({ length: 90 }, (_, index) => ({
        seq: 2 ** 40 + index * gap,
        uuid: Buffer.concat([first.subarray(0, shared), randomBytes(16 - shared)]),
      }));
      const part = packUuids(events);
      const read = readUuids(part);
      for (const { seq, uuid } of events) assert.equal([read?.has(seq), read?.uuid(seq)], [true, uuid]);
      assert.equal(
        [read?.has(2 ** 40 - 1), read?.has(2 ** 40 + 1), read?.has(2 ** 40 + 90 * gap)],
        [false, gap === 1, false],
      );
      assert.ok(part.length <= 40 + 90 * (16 - shared + (gap === 1 ? 0 : 4)), `${part.length} bytes`);
    }
  }
});

function randomBytes(length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.integer(0, 255)));
}

uuids.run();
