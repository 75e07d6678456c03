import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseOptions } from "../../../../lib/ingest/capture/v1/options.ts";

const NONE = { cookielessMode: null, disableSkewCorrection: null, processPersonProfile: null, productTourId: null };

const options = suite("parseOptions");

options("takes none, null and unknown ones for the defaults", () => {
  for (const given of [{}, null, { cookieless_mode: null, product_tour_id: null, colour: "red" }]) {
    assert.equal(parseOptions(given), NONE);
  }
});

const FLAGS: [value: unknown, flag: boolean | null][] = [
  [true, true],
  [false, false],
  ["true", true],
  ["TRUE ", true],
  ["1", true],
  ["false", false],
  ["0", false],
  [1, true],
  [-2.5, true],
  [0, false],
];

for (const [value, flag] of FLAGS) {
  options(`reads the flag ${JSON.stringify(value)} as ${flag}`, () => {
    assert.equal(parseOptions({ cookieless_mode: value }), { ...NONE, cookielessMode: flag });
    assert.equal(parseOptions({ disable_skew_correction: value }), { ...NONE, disableSkewCorrection: flag });
    assert.equal(parseOptions({ process_person_profile: value }), { ...NONE, processPersonProfile: flag });
  });
}

options("reads a product tour's id as a text or a whole number", () => {
  assert.equal(parseOptions({ product_tour_id: "t1" }), { ...NONE, productTourId: "t1" });
  assert.equal(parseOptions({ product_tour_id: 7 }), { ...NONE, productTourId: 7 });
});

const UNREADABLE: unknown[] = [
  "x",
  7,
  true,
  [],
  { cookieless_mode: "yes" },
  { disable_skew_correction: {} },
  { process_person_profile: [] },
  { product_tour_id: 1.5 },
  { product_tour_id: true },
];

for (const given of UNREADABLE) {
  options(`cannot read ${JSON.stringify(given)}`, () => assert.is(parseOptions(given), null));
}

options.run();
