import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { Dictionary } from "../../../../lib/engines/columns/log/dictionary.ts";
import { shareValues } from "../../../../lib/engines/columns/log/share-values.ts";
import { SharedValues } from "../../../../lib/engines/columns/log/shared-values.ts";
import { rounds } from "../../../support/rounds.ts";

const sharing = suite("shareValues");

const codes = new Uint8Array(0);

const PARTS = ["a", "b", "/path", "\\", '"', '\\"', ",", "]", "[", "\n", "\u0000", "é", "\u{1F994}", "\ud800", " "];

/** Scalars alone, or with lists and objects too. */
function randomValue(random: ReturnType<typeof createRandom>, isDeep: boolean): unknown {
  const kind = random.integer(0, isDeep ? 9 : 8);
  if (kind < 6) return Array.from({ length: random.integer(0, 4) }, () => random.pick(PARTS)).join("");
  if (kind === 6) return random.pick([0, -1.5, 1e21, 7, 70]);
  if (kind === 7) return random.pick([true, false, null]);
  if (kind === 8) return String(random.integer(0, 30));
  return random.pick([[1, "],["], { a: ['"', null] }, []]);
}

sharing("reads a stored list as JSON.parse does, and gives equal values of all columns one place", () => {
  const random = createRandom(11);
  const places = new Map<string, number>();
  const shared = new Dictionary();
  for (let round = 0; round < rounds(300, 20_000); round++) {
    const values = Array.from({ length: random.integer(0, 12) }, () => randomValue(random, round % 4 === 0));
    const column = shareValues({ codes, list: JSON.stringify(values) }, shared);
    assert.equal(column.values.slice(1), values);
    for (const [at, value] of values.entries()) {
      const place = column.terms?.places[at + 1] ?? 0;
      const json = JSON.stringify(value);
      assert.is(places.get(json) ?? place, place, json);
      places.set(json, place);
    }
  }
  assert.is(new Set(places.values()).size, places.size, "different values have different places");
  assert.is(shared.values.length, places.size + 1);
});

const textsOf = (block: number) => Array.from({ length: 40_000 }, (_, index) => `/page/${block}/${index}`);

sharing("keeps a column's values apart once those of all columns are too many", () => {
  const shared = new SharedValues().of(1, "$current_url");
  const columns = Array.from({ length: 9 }, (_, block) =>
    shareValues({ codes, list: JSON.stringify(textsOf(block)) }, shared),
  );
  for (const [block, { values }] of columns.entries()) assert.equal(values.slice(1), textsOf(block));
  assert.equal(
    columns.map(({ terms }) => terms !== null),
    [true, true, true, true, true, true, true, false, false],
  );
  assert.ok(shareValues({ codes, list: JSON.stringify(textsOf(3)) }, shared).terms !== null);
});

sharing("refuses a list that is none", () => {
  for (const list of ['["a', "[1,,2]", '["\\']) {
    assert.throws(() => shareValues({ codes, list }, new Dictionary()), /JSON|list/);
  }
});

sharing.run();
