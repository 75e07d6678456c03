import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseElements } from "../../../lib/events/elements/index.ts";

const parsing = suite("parseElements");

parsing("reads a stored list, a stored chain and nothing at all", () => {
  assert.equal(parseElements('[{"tag_name":"a","text":"Buy"}]'), [{ tag_name: "a", text: "Buy" }]);
  assert.equal(parseElements('a.btn:text="Buy";body'), [
    { tag_name: "a", text: "Buy", attr_class: ["btn"] },
    { tag_name: "body" },
  ]);
  assert.equal(parseElements(null), []);
});

parsing.run();
