import { suite } from "uvu";
import * as assert from "uvu/assert";
import { moveItem } from "../../../adapters/ui/page/move-item.ts";

const tests = suite("moveItem");

tests("takes an item to another place, forwards and back", () => {
  assert.equal(moveItem(["a", "b", "c", "d"], 0, 2), ["b", "c", "a", "d"]);
  assert.equal(moveItem(["a", "b", "c", "d"], 3, 1), ["a", "d", "b", "c"]);
});

tests("stops at the ends and changes no list", () => {
  const list = ["a", "b", "c"];
  assert.equal(moveItem(list, 1, -5), ["b", "a", "c"]);
  assert.equal(moveItem(list, 1, 9), ["a", "c", "b"]);
  assert.equal(moveItem(list, 7, 0), ["a", "b", "c"]);
  assert.equal(list, ["a", "b", "c"]);
});

tests.run();
