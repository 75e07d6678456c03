import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rankOf, rankOptions } from "../../../adapters/ui/page/parts/rank-options.ts";

const ranks = suite("rankOf");

ranks("prefers the start of a name, then the start of a word, then letters inside a word", () => {
  assert.is(rankOf("Orders by plan", "or"), 0);
  assert.is(rankOf("From product to order", "Or"), 1);
  assert.is(rankOf("$order_paid", "paid"), 1);
  assert.is(rankOf("Cohorts", "or"), 2);
  assert.is(rankOf("Settings", "or"), 3);
  assert.is(rankOf("Store or sore", "or"), 1, "a later word counts more than an earlier inside");
  assert.is(rankOf("Any", " "), 0);
});

ranks.run();

const places = suite("rankOptions");

places("keeps groups together, each with its best first, and orders them by their best", () => {
  const all = [
    ["Views", "Cohorts"],
    ["Views", "Import"],
    ["Persons", "tom@example.org"],
    ["Insights", "From product to order"],
    ["Insights", "Orders by plan"],
    ["Events", "order paid"],
  ].map(([group = "", name = ""]) => ({ group, name, path: `/${name}` }));
  assert.equal(
    rankOptions(all, "or").map(({ name }) => name),
    ["Orders by plan", "From product to order", "order paid", "tom@example.org", "Cohorts", "Import"],
  );
});

places.run();
