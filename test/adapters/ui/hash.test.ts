import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseHash, toHash, withQuery } from "../../../adapters/ui/page/hash.ts";

const parsing = suite("parseHash");

parsing("tells project, view and parameters apart", () => {
  const { project, path, query } = parseHash("#/p/7/sql?q=select+1%3F&limit=5");
  assert.equal([project, path], [7, "/sql"]);
  assert.equal(
    [...query],
    [
      ["q", "select 1?"],
      ["limit", "5"],
    ],
  );
});

parsing("takes an address without a #, without a project, or without anything", () => {
  assert.equal({ ...parseHash(""), query: null }, { project: null, path: "/", query: null });
  assert.equal({ ...parseHash("/persons/7"), query: null }, { project: null, path: "/persons/7", query: null });
  assert.equal({ ...parseHash("#/p/7"), query: null }, { project: 7, path: "/", query: null });
  assert.equal({ ...parseHash("#/p/x/live"), query: null }, { project: null, path: "/p/x/live", query: null });
});

parsing.run();

const writing = suite("withQuery and toHash");

writing("give back what was asked, whatever is in it, in the project of the address", () => {
  const asked = { q: "SELECT '#&=%?' -- ü\nFROM events", limit: "10" };
  const { project, path, query } = parseHash(toHash(withQuery("/sql", asked), "#/p/3/live"));
  assert.equal([project, path, Object.fromEntries(query)], [3, "/sql", asked]);
});

writing("leave out what is empty, and a project that is not there", () => {
  assert.is(withQuery("/sql", { q: "" }), "/sql");
  assert.is(toHash("/sql", "#/live"), "#/sql");
});

writing.run();
