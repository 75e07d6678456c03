import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createIds, definitionUuid, toUuid, toUuidBytes, toUuidText } from "../../lib/base/ids.ts";

const bytes = suite("toUuidBytes");

bytes("gives the 16 bytes that the digits name, in any letter case", () => {
  const text = "01234567-89ab-CDEF-fedc-ba9876543210";
  assert.is(toUuidBytes(text).toString("hex"), "0123456789abcdeffedcba9876543210");
  assert.is(toUuidBytes("ffffffff-ffff-ffff-ffff-ffffffffffff").toString("hex"), "f".repeat(32));
  assert.is(toUuidBytes("00000000-0000-0000-0000-000000000000").toString("hex"), "0".repeat(32));
});

bytes("gives bytes of their own each time, from which the text can be made again", () => {
  const { uuid } = createIds();
  const texts = Array.from({ length: 100 }, (_, index) => uuid(index));
  const all = texts.map(toUuidBytes);
  assert.equal(all.map(toUuidText), texts);
});

bytes.run();

const definitions = suite("definitionUuid");

definitions("gives every name an id, one with half a character too", () => {
  const ids = ["plan", "\ud800", "plan\udc00"].map((name) => definitionUuid(1, "event", name));
  assert.is(new Set(ids).size, 3);
  assert.is(definitionUuid(1, "event", "plan"), ids[0]);
});

definitions.run();

const UUID = "6931a681-6e90-500d-8294-14582dcc2e3f";

const uuids = suite("toUuid");

uuids("takes every form that the real service takes", () => {
  const bare = UUID.replaceAll("-", "");
  for (const text of [UUID, UUID.toUpperCase(), bare, `{${UUID}}`, `urn:uuid:${UUID}`, `URN:UUID:${UUID}`]) {
    assert.is(toUuid(text), UUID, text);
  }
});

uuids("takes nothing else", () => {
  for (const text of ["", "41", `${UUID}0`, `{${UUID}`, "g".repeat(32), UUID.slice(1)])
    assert.is(toUuid(text), null, text);
});

uuids.run();
