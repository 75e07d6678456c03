import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../lib/errors.ts";
import { refuseUnsupported } from "../../lib/insights/unsupported.ts";

const unsupported = suite("refuseUnsupported");

unsupported("says which field it was, what came, and what is possible", () => {
  assert.throws(
    () => refuseUnsupported({ events: [], display: "WorldMap" }),
    (error: unknown) =>
      error instanceof HogletError &&
      error.attr === "display" &&
      error.detail === 'display="WorldMap" is not supported yet; expected ActionsLineGraph.',
  );
});

unsupported("lets pass the values that change nothing", () => {
  refuseUnsupported({ compare: "no", smoothing_intervals: "1", sampling_factor: 1, actions: [], insight: "trends" });
});

unsupported.run();
