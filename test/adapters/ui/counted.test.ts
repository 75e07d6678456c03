import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toCounted } from "../../../adapters/ui/page/parts/counted.ts";

const counting = suite("toCounted");

counting("one thing is called by its own name, none and many by the plural", () => {
  assert.equal(
    [0, 1, 2, 1234].map((count) => toCounted(count, "event")),
    ["0 events", "1 event", "2 events", "1,234 events"],
  );
  assert.equal(
    [1, 3].map((count) => toCounted(count, "empty property", "empty properties")),
    ["1 empty property", "3 empty properties"],
  );
});

counting.run();
