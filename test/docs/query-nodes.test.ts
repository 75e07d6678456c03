import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { queryKinds } from "../../lib/query/index.ts";
import { readNode } from "../../lib/query/read-node.ts";

// docs/manual/query-nodes.md follows from the schemas. Here every example of the page is asked, and every field that a
// table names can be read.

const PAGE = readFileSync("docs/manual/query-nodes.md", "utf8");
const SECTIONS = new Map(PAGE.split(/^## /m).map((part) => [part.split("\n")[0] ?? "", part]));

/** Some examples name a day, which must lie in the range of their source. */
const NOW = "2024-03-03T12:00:00Z";

const nodes = suite("docs/manual/query-nodes.md");
const hoglet = await createHoglet({ now: NOW });
await hoglet.capture({ event: "signed up", distinct_id: "u1" });
nodes.after(() => hoglet.close());

nodes("has a section for every kind that can be asked", () => {
  assert.equal(
    queryKinds()
      .map(({ kind }) => kind)
      .filter((kind) => !SECTIONS.has(kind)),
    [],
  );
});

for (const { kind } of queryKinds()) {
  const example = JSON.parse(/```json\n([^]*?)```/.exec(SECTIONS.get(kind) ?? "")?.[1] ?? "null") as { kind: string };
  nodes(`${kind}: the example is answered`, async () => {
    assert.is(example.kind, kind);
    const answer = await hoglet.ask(example as never);
    assert.type(answer, "object");
  });

  nodes(`${kind}: a field of the table is known, and another is refused`, () => {
    const fields = [...(SECTIONS.get(kind) ?? "").matchAll(/^\| \**`(\w+)`/gm)].map(([, name = ""]) => name);
    for (const field of fields) {
      const message = refusal({ ...example, [field]: null });
      assert.not.match(message, /not permitted|no such field|[Uu]nknown field/, field);
    }
    assert.match(refusal({ ...example, nosuch: 1 }), /nosuch/);
  });
}

nodes.run();

/** Reads a node as each request does, and does not answer it. */
function refusal(node: object): string {
  try {
    readNode(node);
    return "";
  } catch (error) {
    return String(error);
  }
}
