import { suite } from "uvu";
import * as assert from "uvu/assert";
import { RecentMap } from "../../../lib/people/persons/recent-map.ts";

const recent = suite("RecentMap");

recent("forgets what was not used while as many others came as it holds, and keeps what was", () => {
  const map = new RecentMap<number, string>(3);
  for (let key = 1; key <= 4; key++) map.set(key, `value ${key}`);
  assert.is(map.get(1), "value 1");
  for (let key = 5; key <= 7; key++) map.set(key, `value ${key}`);
  assert.is(map.get(1), "value 1");
  assert.is(map.get(2), undefined);
  assert.is(map.get(7), "value 7");
});

recent("never holds more than twice its limit", () => {
  const map = new RecentMap<number, number>(10);
  for (let key = 0; key < 1000; key++) {
    map.set(key, key);
    map.get(key - 5);
  }
  const held = Array.from({ length: 1000 }, (_, key) => key).filter((key) => map.get(key) !== undefined);
  assert.ok(held.length <= 20, `${held.length} held`);
});

recent("has the last value of a key, and nothing of a deleted one, whichever generation it is in", () => {
  const map = new RecentMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 1);
  map.set("c", 1);
  map.set("a", 2);
  assert.is(map.get("a"), 2);
  map.set("d", 1);
  map.delete("a");
  assert.is(map.get("a"), undefined);
  map.set("e", 1);
  map.clear();
  for (const key of "abcde") assert.is(map.get(key), undefined);
});

recent.run();
