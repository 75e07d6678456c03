import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isSkewed, scoreItems, strongestItems } from "../../../lib/questions/correlation/correlation-score.ts";

const count = (event: string, success: number, failure: number) => ({
  item: { by: "event" as const, event },
  success,
  failure,
});

const score = suite("scoreItems");

score("works out the odds with one of each counted before", () => {
  const found = scoreItems({ success: 10, failure: 10, items: [count("good", 8, 1), count("bad", 0, 5)] });
  assert.equal(
    found.map(({ oddsRatio, type }) => [oddsRatio, type]),
    [
      [(9 * 10) / (3 * 2), "success"],
      [(1 * 6) / (11 * 6), "failure"],
    ],
  );
});

score("takes odds of exactly 1 for failure", () => {
  assert.is(scoreItems({ success: 4, failure: 4, items: [count("same", 2, 2)] })[0]?.type, "failure");
});

score.run();

const strongest = suite("strongestItems");

const kept = (success: number, failure: number, size: number) =>
  strongestItems({ success, failure, items: [count("x", size, 0)] }, { limit: 10 }).items.length;

strongest("drops what too few have: less than 2 per cent, or 25", () => {
  assert.equal([kept(50, 50, 1), kept(50, 50, 2), kept(75, 76, 3), kept(75, 76, 4)], [0, 1, 0, 1]);
  assert.equal([kept(9000, 9000, 24), kept(9000, 9000, 25)], [0, 1]);
});

const expected = (letter: string) => Array.from({ length: 10 }, (_, index) => `${letter}${11 - index}`);

strongest("keeps so many of either kind, the strongest first", () => {
  const good = Array.from({ length: 12 }, (_, index) => count(`g${index}`, 10 + index, 1));
  const bad = Array.from({ length: 12 }, (_, index) => count(`b${index}`, 1, 10 + index));
  const { items, ...rest } = strongestItems({ success: 50, failure: 50, items: [...bad, ...good] }, { limit: 10 });
  assert.equal(
    items.map(({ item }) => (item.by === "event" ? item.event : "")),
    [...expected("g"), ...expected("b")],
  );
  assert.equal(rest, { success: 50, failure: 50 });
});

strongest("prefers, at equal odds, the item of more actors, then the lesser text", () => {
  const items = [count("c", 3, 3), count("b", 2, 2), count("a", 2, 2)];
  const answer = strongestItems({ success: 5, failure: 5, items }, { limit: 2 });
  assert.equal(
    answer.items.map(({ item }) => (item.by === "event" ? item.event : "")),
    ["c", "a"],
  );
});

strongest("keeps nothing when all succeed, or none", () => {
  assert.equal(strongestItems({ success: 3, failure: 0, items: [count("a", 3, 0)] }, { limit: 2 }).items, []);
  assert.equal(strongestItems({ success: 0, failure: 3, items: [count("a", 0, 3)] }, { limit: 2 }).items, []);
});

strongest.run();

const skew = suite("isSkewed");

const skewed = (success: number, failure: number) => isSkewed({ success, failure });

skew("is so when one is more than ten times the other, or nobody's", () => {
  assert.equal([skewed(10, 1), skewed(11, 1), skewed(1, 10), skewed(1, 11)], [false, true, false, true]);
  assert.equal([skewed(0, 3), skewed(3, 0), skewed(0, 0)], [true, true, true]);
});

skew.run();
