import { suite } from "uvu";
import * as assert from "uvu/assert";
import { presetOf, PRESETS, describeRange, toRange } from "../../../adapters/ui/page/parts/date-ranges.ts";

const presets = suite("presetOf");

presets("finds each range by its dates", () => {
  for (const [index, { from, to }] of PRESETS.entries()) assert.is(presetOf(toRange(from, to)), index);
});

presets("takes no dates for the API's seven days, and others for one's own", () => {
  assert.is(PRESETS[presetOf({})]?.name, "Last 7 days");
  assert.is(presetOf({ date_from: "2024-03-01" }), -1);
  assert.is(presetOf({ date_from: "-7d", date_to: "-1d" }), -1);
});

presets.run();

const words = suite("describeRange");

words("is the name of the range, or its dates", () => {
  assert.is(describeRange({ date_from: "-30d" }), "Last 30 days");
  assert.is(describeRange({ date_from: "2024-03-01", date_to: "2024-03-05" }), "1 Mar – 5 Mar 2024");
  assert.is(describeRange({ date_from: "2023-10-23", date_to: "2024-03-05" }), "23 Oct 2023 – 5 Mar 2024");
  assert.is(describeRange({ date_from: "-45d" }), "Last 45 days");
  assert.is(describeRange({ date_from: "2024-03-01" }), "Since 1 Mar 2024");
});

words.run();
