import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "rolldown/utils";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createProgram } from "../../bin/program.ts";
import { blocksOf, DOCUMENTS, promised, runBlock, runBlocks } from "../support/documents.ts";
import { oneIn, whenAll } from "../support/rounds.ts";

// Every block of code in the documents runs or compiles: `ts` prints the values in its comments, `js`, `jsx` and `javascript`
// are modules for packages that may be missing here, `json` is JSON, and commands of `sh` and `yaml` exist with their flags. A
// block below a link to a file is that file, which CI runs in its app (test/apps, test/examples).

const PAGES = DOCUMENTS.filter((file) => file !== "README.md");

const code = suite("code in the documents");
// Each is a process.
const printed = oneIn(9, code);

for (const file of PAGES) {
  const examples = blocksOf(file).filter(({ language }) => language === "ts");
  for (const [index, example] of examples.entries()) {
    printed(`${file}: TypeScript block ${index + 1} prints what its comments say`, () => {
      assert.ok(promised(example.code).length > 0, "a block should show its result");
      assert.equal(runBlock(example.code), promised(example.code));
    });
  }
}

whenAll(code)("prints the same where a reader runs all that keep a file, and runs them again", () => {
  const kept = DOCUMENTS.flatMap(blocksOf).filter(
    ({ language, code: text }) => language === "ts" && /file: "\w/.test(text),
  );
  const codes = [...kept, ...kept].map((block) => block.code);
  assert.ok(codes.length >= 4);
  assert.equal(runBlocks(codes), codes.map(promised));
});

code("compiles where it is JavaScript", () => {
  const blocks = DOCUMENTS.flatMap(blocksOf).filter(({ language }) => /^(?:jsx?|javascript)$/.test(language));
  assert.ok(blocks.length >= 4);
  for (const block of blocks) {
    const name = block.language === "jsx" ? "block.jsx" : "block.mjs";
    assert.equal(parseSync(name, block.code).errors, [], block.code);
  }
});

code("is the file that the line above it links to", () => {
  const wrong: string[] = [];
  let count = 0;
  for (const file of DOCUMENTS) {
    const shown = /^\[`[^\n]*`\]\((?<path>\.[^\n]*)\)[^\n]*:\n\n```\w+\n(?<code>[^]*?)^```$/gm;
    for (const { groups } of readFileSync(file, "utf8").matchAll(shown)) {
      const path = join(dirname(file), groups?.["path"] ?? "");
      count++;
      if (readFileSync(path, "utf8") !== groups?.["code"]) wrong.push(`${file}: ${path}`);
    }
  }
  assert.equal(wrong, []);
  assert.ok(count >= 10, `only ${count} files were found`);
});

code("is JSON, one value or one a line, where it says so", () => {
  for (const { code: text } of DOCUMENTS.flatMap(blocksOf).filter(({ language }) => language === "json")) {
    const values = text.startsWith("{\n") ? [text] : text.trim().split("\n");
    for (const value of values) assert.not.throws(() => JSON.parse(value), undefined, value);
  }
});

code("names commands of hoglet and flags that exist", () => {
  const wrong: string[] = [];
  let count = 0;
  for (const file of DOCUMENTS) {
    for (const { code: script } of blocksOf(file).filter(({ language }) => /^(?:sh|yaml)$/.test(language))) {
      for (const [, line = ""] of script.matchAll(/\bnpx hoglet(?: |$)(.*)/gm)) {
        count++;
        wrong.push(...faults(line.replace(/\s#.*$/, "").split(/\s+--\s/)[0] ?? "").map((fault) => `${file}: ${fault}`));
      }
    }
  }
  assert.equal(wrong, []);
  assert.ok(count > 5);
});

code("the test can see a command and a flag that do not exist", () => {
  assert.equal(faults("nosuch"), ["hoglet serve nosuch: no command and no file"]);
  assert.equal(faults("keys create --nosuch"), ["hoglet keys create: no flag --nosuch"]);
});

code.run();

/** Faults of the words behind `hoglet`. */
function faults(line: string): string[] {
  const words = line.match(/"[^"]*"|\S+/g) ?? [];
  let command = createProgram({});
  let path = "hoglet";
  const rest = [...words];
  while (rest[0] !== undefined) {
    const below = command.commands.find((each) => each.name() === rest[0] || each.aliases().includes(rest[0] ?? ""));
    if (below === undefined) break;
    [command, path] = [below, `${path} ${rest.shift()}`];
  }
  if (path === "hoglet") {
    const serve = command.commands.find((each) => each.name() === "serve");
    if (serve !== undefined) [command, path] = [serve, "hoglet serve"];
    if (rest[0] !== undefined && !/^--|\.db$/.test(rest[0])) return [`${path} ${rest[0]}: no command and no file`];
  }
  // A flag may have two long forms.
  const known = new Set(command.options.flatMap(({ long, short }) => [long, short]));
  return rest
    .filter((word) => word.startsWith("--"))
    .map((word) => word.split("=")[0] ?? "")
    .filter((flag) => !known.has(flag))
    .map((flag) => `${path}: no flag ${flag}`);
}
