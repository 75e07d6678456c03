import { readdirSync, readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const FOLDER = "docs/decisions";
const records = readdirSync(FOLDER).toSorted();

const decisions = suite("docs/decisions");

decisions("are numbered, and listed in docs/decisions.md", () => {
  const listed = [...readFileSync("docs/decisions.md", "utf8").matchAll(/\(decisions\/([\w-]+\.md)\)/g)];
  assert.equal(
    listed.map(([, name]) => name),
    records,
  );
  assert.equal(
    records.map((name) => Number(name.slice(0, 3))),
    records.map((_, at) => at + 1),
  );
});

for (const name of records) {
  decisions(`${name} has context, decision and consequence in at most 200 words`, () => {
    const text = readFileSync(`${FOLDER}/${name}`, "utf8");
    assert.match(text, new RegExp(`^# ${name.slice(0, 3)} `));
    const parts = [...text.matchAll(/^\*\*(\w+)\.\*\*/gm)];
    assert.equal(
      parts.map(([, part]) => part),
      ["Context", "Decision", "Consequence"],
    );
    assert.ok(text.trim().split(/\s+/).length <= 200);
  });
}

decisions.run();
