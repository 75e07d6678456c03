import { suite } from "uvu";
import * as assert from "uvu/assert";
import { holds, toConditions } from "../../../lib/flags/program/conditions.ts";
import { newFlag } from "../../../lib/flags/program/flag.ts";

const flag = newFlag(1, "beta");

const conditions = suite("toConditions");

conditions("gives none for a flag that is off for all", () => {
  assert.equal(toConditions({ ...flag, overrides: { u1: false } }), []);
});

conditions("puts named people first, one condition for each value, and leaves those with off out of the last", () => {
  const overrides = { u1: "red", u2: true, u3: "red", u4: false } as const;
  assert.equal(toConditions({ ...flag, value: "blue", overrides }), [
    { value: "red", only: ["u1", "u3"], except: [] },
    { value: true, only: ["u2"], except: [] },
    { value: "blue", only: null, except: ["u4"] },
  ]);
});

conditions.run();

const holding = suite("holds");

holding("compares distinct ids to the letter", () => {
  assert.is(holds({ value: true, only: ["u1"], except: [] }, "u1"), true);
  assert.is(holds({ value: true, only: ["u1"], except: [] }, "U1"), false);
  assert.is(holds({ value: true, only: null, except: ["u1"] }, "u1"), false);
  assert.is(holds({ value: true, only: null, except: ["u1"] }, "u2"), true);
});

holding.run();
