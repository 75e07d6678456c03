import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isNoise, toNewProperties, updated } from "../../../lib/people/persons/properties.ts";
import type { PersonUpdate } from "../../../lib/people/persons/properties.ts";
import { rounds } from "../../support/rounds.ts";

const NOTHING: PersonUpdate = { set: {}, setOnce: {}, unset: [] };

const updating = suite("updated");

updating("gives the very same object when nothing changes", () => {
  const stored = { a: 1, b: null, c: "x" };
  assert.is(updated(stored, NOTHING), stored);
  assert.is(updated(stored, { set: { a: 1, c: "x" }, setOnce: { a: 2, b: null }, unset: ["z"] }), stored);
});

updating("never touches what it was given", () => {
  const stored = Object.freeze({ a: 1, b: 2 });
  const update = Object.freeze({ set: Object.freeze({ a: 2 }), setOnce: Object.freeze({ c: 1 }), unset: ["b"] });
  assert.equal(updated(stored, update), { a: 2, c: 1 });
  assert.equal(stored, { a: 1, b: 2 });
});

updating("G23 an object or a list that comes again counts as changed, whole values being replaced", () => {
  const stored = { tags: ["x"], deep: { a: 1, b: 2 } };
  const again = updated(stored, { ...NOTHING, set: { tags: ["x"] } });
  assert.is.not(again, stored);
  assert.equal(again, stored);
  assert.equal(updated(stored, { ...NOTHING, set: { deep: { a: 2 } } }), { tags: ["x"], deep: { a: 2 } });
});

updating("equals the three operations done one after the other", () => {
  const values = fc.constantFrom(1, 2, null, "x");
  const fields = fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__", "toString"), values);
  const keys = fc.array(fc.constantFrom("a", "b", "__proto__"), { maxLength: 2 });
  const property = fc.property(fields, fields, fields, keys, (stored, set, setOnce, unset) => {
    const expected = new Map(Object.entries(stored));
    for (const [key, value] of Object.entries(setOnce)) {
      if (!expected.has(key) || expected.get(key) === null) expected.set(key, value);
    }
    for (const [key, value] of Object.entries(set)) expected.set(key, value);
    for (const key of unset) expected.delete(key);
    const found = Object.entries(updated(stored, { set, setOnce, unset }));
    assert.equal(new Map(found), expected);
  });
  fc.assert(property, { numRuns: rounds(500) });
});

updating.run();

const creating = suite("toNewProperties");

creating("G4 takes $set over $set_once, less $unset, and remembers the event", () => {
  const update = { set: { b: 3, c: 4 }, setOnce: { a: 1, b: 2 }, unset: ["c"] };
  assert.equal(toNewProperties(update, "uuid"), { a: 1, b: 3, $creator_event_uuid: "uuid" });
});

creating.run();

const noise = suite("isNoise");

noise("G11 G13 G14 G16 is a change of known noisy keys alone, on an ordinary event", () => {
  assert.is(isNoise("$pageview", { $browser: 1, a: 1 }, { $browser: 2, a: 1 }), true);
  assert.is(isNoise("$pageview", { a: 1 }, { $browser: 2, a: 1 }), false);
  assert.is(isNoise("$pageview", { $browser: 1, a: 1 }, { $browser: 2, a: 2 }), false);
  assert.is(isNoise("$pageview", { $browser: 1, a: 1 }, { $browser: 2 }), false);
  assert.is(isNoise("$pageview", { $initial_browser: 1 }, { $initial_browser: 2 }), false);
  assert.is(isNoise("$pageview", { $geoip_country_code: 1 }, { $geoip_country_code: 2 }), false);
  for (const event of ["$identify", "$create_alias", "$merge_dangerously", "$set"]) {
    assert.is(isNoise(event, { $browser: 1 }, { $browser: 2 }), false);
  }
});

noise.run();
