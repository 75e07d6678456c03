import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseElementsChain } from "../../../lib/events/elements/index.ts";

const parsing = suite("parseElementsChain");

parsing("reads tags, classes, positions, texts and attributes", () => {
  const chain =
    'a.btn.btn-primary:attr__class="btn btn-primary"attr__href="/x?a=1;b=2"attr_id="go"href="/x?a=1;b=2"nth-child="2"' +
    'nth-of-type="1"text="Say \\"hi\\"; now";div:nth-child="1"nth-of-type="3";body';
  assert.equal(parseElementsChain(chain), [
    {
      tag_name: "a",
      attr_class: ["btn", "btn-primary"],
      attr_id: "go",
      href: "/x?a=1;b=2",
      nth_child: 2,
      nth_of_type: 1,
      text: 'Say "hi"; now',
      attributes: { attr__class: "btn btn-primary", attr__href: "/x?a=1;b=2" },
    },
    { tag_name: "div", nth_child: 1, nth_of_type: 3 },
    { tag_name: "body" },
  ]);
});

parsing("keeps colons in class names", () => {
  assert.equal(parseElementsChain('div.md:flex.hover:red:nth-child="1"'), [
    { tag_name: "div", attr_class: ["md:flex", "hover:red"], nth_child: 1 },
  ]);
});

parsing("ends on any text, however broken", () => {
  assert.equal(parseElementsChain(""), []);
  assert.equal(parseElementsChain('a:text="open'), [{ tag_name: "a:text=" }, { tag_name: "open" }]);
});

parsing.run();
