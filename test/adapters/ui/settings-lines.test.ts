import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseLines, toLines } from "../../../adapters/ui/page/views/settings/lines.ts";

const tests = suite("parseLines");

tests("gives back the list, without blank lines", () => {
  assert.equal(parseLines(toLines(["email", "full name"])), ["email", "full name"]);
  assert.equal(parseLines(" email \r\n\n name"), ["email", "name"]);
  assert.equal(parseLines(""), []);
});

tests.run();
