import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../lib/base/errors.ts";
import { refuseUnsupported } from "../../../lib/questions/shared/unsupported.ts";

const unsupported = suite("refuseUnsupported");

unsupported("says which field it was, what came, and what is possible", () => {
  assert.throws(
    () => refuseUnsupported({ events: [], sampling_factor: 2 }),
    (error: unknown) =>
      error instanceof HogletError &&
      error.attr === "sampling_factor" &&
      error.detail ===
        "sampling_factor=2 is not supported; expected a number above 0, 1 at most: every event is counted, whatever it is.",
  );
});

unsupported("lets pass the values that change nothing", () => {
  refuseUnsupported({ compare: true, compare_to: [], sampling_factor: "0.1", explicit_date: "false", actions: [] });
});

unsupported.run();
