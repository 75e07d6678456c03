import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseElementsChain } from "../../../lib/events/elements/index.ts";
import { elementsChainText } from "../../../lib/events/elements/elements-chain-text.ts";

const text = suite("elementsChainText");

text("writes elements innermost first, with classes and attributes in order of name", () => {
  const link = {
    tag_name: "a",
    attr_class: ["small", "big"],
    text: 'say "hi"',
    href: "/x",
    nth_child: 1,
    attributes: { "attr__data-x": "1" },
  };
  assert.is(
    elementsChainText([link, { tag_name: "div" }]),
    String.raw`a.big.small:attr__data-x="1"href="/x"nth-child="1"nth-of-type="0"text="say \"hi\"";div:nth-child="0"nth-of-type="0"`,
  );
});

text("is read back as what it was made from", () => {
  const elements = [{ tag_name: "a", text: 'a "b"; c', nth_child: 2, nth_of_type: 1 }];
  assert.equal(parseElementsChain(elementsChainText(elements)), elements);
});

text.run();
