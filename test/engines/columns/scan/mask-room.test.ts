import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openMaskRoom } from "../../../../lib/engines/columns/scan/mask-room.ts";

const rooms = suite("openMaskRoom");

rooms("gives memory of its own to each mask of a slice, and the same again to the next slice", () => {
  const room = openMaskRoom();
  const takeTwo = () => {
    room.reuse();
    const [one, other] = [room.take(100).fill(1), room.take(50).fill(2)];
    assert.is(one.length, 100);
    assert.is(other.length, 50);
    assert.ok(
      one.every((byte) => byte === 1),
      "The second mask is another's memory.",
    );
    return [one, other] as const;
  };
  takeTwo();
  const [one, other] = takeTwo();
  assert.is(one.buffer, other.buffer);
  const [again] = takeTwo();
  assert.is(again.buffer, one.buffer);
  assert.is(again.byteOffset, one.byteOffset);
  const wide = room.take(1000).fill(3);
  assert.ok(again.every((byte) => byte === 1) && wide.length === 1000);
});

rooms.run();
