import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sortedProperties } from "../../../../../../adapters/ui/page/views/events/sorted-properties.ts";

const sorted = suite("sortedProperties");

sorted("the event's own first, then those of SDKs, each by name", () => {
  assert.equal(sortedProperties({ $b: 1, z: 2, $a: 3, c: 4 }), [
    ["c", 4],
    ["z", 2],
    ["$a", 3],
    ["$b", 1],
  ]);
});

sorted.run();
