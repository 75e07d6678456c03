import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toLineInstant } from "../../lib/transfer/line-instant.ts";

const writing = suite("toLineInstant");

writing("shows milliseconds only when there are any", () => {
  assert.is(toLineInstant(Date.UTC(2024, 2, 1, 8, 15, 30)), "2024-03-01T08:15:30Z");
  assert.is(toLineInstant(Date.UTC(2024, 2, 1, 8, 15, 30, 250)), "2024-03-01T08:15:30.250Z");
  assert.is(toLineInstant(Date.UTC(2024, 2, 1, 8, 15, 0, 7)), "2024-03-01T08:15:00.007Z");
});

writing.run();
