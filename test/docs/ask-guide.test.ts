import { writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runHere } from "../bin/run-here.ts";
import { blocksOf } from "../support/documents.ts";
import { tempFolder } from "../support/temp-folder.ts";

const folder = tempFolder();
const blocks = blocksOf("docs/guides/ask.md");
const guide = suite("docs/guides/ask.md");

guide("its answers are those of its events", async () => {
  const events = blocks.find(({ language }) => language === "json");
  const source = folder.file("events.ndjson");
  writeFileSync(source, events?.code ?? "");
  const env = { HOGLET_DB: folder.file("hoglet.db"), COLUMNS: "100", NO_COLOR: "1" };
  assert.is((await runHere(["import", source], { env })).code, 0);
  let shown = 0;
  for (const [at, { language, code }] of blocks.entries()) {
    const before = blocks[at - 1];
    if (language !== "text" || before === undefined) continue;
    shown += 1;
    const words = before.code.trim().match(/"[^"]*"|\S+/g) ?? [];
    const args = words.slice(2).map((word) => word.replaceAll('"', ""));
    const { stdout } = await runHere(args, { env, isTerminal: true });
    assert.is(stdout, code, before.code);
  }
  assert.is(shown, 6);
});

guide.run();
