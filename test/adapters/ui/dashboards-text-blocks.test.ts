import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toTextBlocks } from "../../../adapters/ui/page/views/dashboards/text-blocks.ts";

const blocks = suite("toTextBlocks");

blocks("parses headings, lists, lines and paragraphs", () => {
  assert.equal(toTextBlocks("# Goals\nfirst\nsecond\n- one\n* two\n\nnext"), [
    { kind: "heading", lines: [["Goals"]] },
    { kind: "paragraph", lines: [["first"], ["second"]] },
    { kind: "list", items: [["one"], ["two"]] },
    { kind: "paragraph", lines: [["next"]] },
  ]);
});

blocks("parses bold, italic, code and links within a line", () => {
  assert.equal(toTextBlocks("a **b** *c* `d` [e](https://e.example/x) https://f.example."), [
    {
      kind: "paragraph",
      lines: [
        [
          "a ",
          { kind: "bold", text: "b" },
          " ",
          { kind: "italic", text: "c" },
          " ",
          { kind: "code", text: "d" },
          " ",
          { kind: "link", text: "e", href: "https://e.example/x" },
          " ",
          { kind: "link", text: "https://f.example", href: "https://f.example" },
          ".",
        ],
      ],
    },
  ]);
});

blocks("takes no other links and no markup", () => {
  for (const text of ["[x](javascript:alert(1))", "<img src=x onerror=alert(1)>", "[x](data:text/html,hi)"])
    assert.equal(toTextBlocks(text), [{ kind: "paragraph", lines: [[text]] }], text);
});

blocks.run();
