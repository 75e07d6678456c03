import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseHash, toHash } from "../../../adapters/ui/page/hash.ts";

const parsing = suite("parseHash");

parsing("tells the view from what it is asked", () => {
  const { path, query } = parseHash("#/sql?q=select+1%3F&limit=5");
  assert.is(path, "/sql");
  assert.equal(
    [...query],
    [
      ["q", "select 1?"],
      ["limit", "5"],
    ],
  );
});

parsing("takes an address without a # or without anything", () => {
  assert.is(parseHash("").path, "/");
  assert.is(parseHash("/persons/7").path, "/persons/7");
});

parsing.run();

const writing = suite("toHash");

writing("gives back what was asked, whatever is in it", () => {
  const asked = { q: "SELECT '#&=%?' -- ü\nFROM events", limit: "10" };
  assert.equal(Object.fromEntries(parseHash(toHash("/sql", asked)).query), asked);
});

writing("leaves out what is empty", () => {
  assert.is(toHash("/sql", { q: "" }), "#/sql");
});

writing.run();
