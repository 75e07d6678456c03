import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTools } from "../adapters/mcp/tools/index.ts";
import { addEntry } from "../bin/init/mcp-entries.ts";
import { builtCommand } from "./support/command.ts";
import { blocksOf, promised, runBlock, runBlocks } from "./support/documents.ts";

const README = readFileSync("README.md", "utf8");
const blocks = blocksOf("README.md");

const readme = suite("README");

for (const [index, { code }] of blocks.filter((block) => block.language === "ts").entries()) {
  readme(`TypeScript block ${index + 1} prints what its comments say`, () => {
    assert.ok(promised(code).length > 0, "a block should show its result");
    assert.equal(runBlock(code), promised(code));
  });
}

readme("the JavaScript block prints what its comments say against the server of the command above it", async () => {
  const index = blocks.findIndex((block) => block.language === "js");
  const [command, script] = [blocks[index - 1]?.code.trim() ?? "", blocks[index]?.code ?? ""];
  assert.match(command, /^npx hoglet /);
  const flags = command.replace(/^npx hoglet |\s*#.*$/g, "").split(" ");
  const server = spawn(process.execPath, [builtCommand(), "serve", ...flags, "--port", "0", "--json"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const [line] = (await once(server.stdout, "data")) as [Buffer];
    const ready = JSON.parse(line.toString()) as Record<string, string>;
    const environment = {
      HOGLET_URL: ready["url"] ?? "",
      HOGLET_PROJECT_TOKEN: ready["project_token"] ?? "",
      HOGLET_PERSONAL_API_KEY: ready["personal_api_key"] ?? "",
    };
    // A reader runs it again.
    assert.equal(runBlocks([script, script], environment), [promised(script), promised(script)]);
  } finally {
    server.kill();
  }
});

readme("shows no key that works anywhere: everybody would know it", () => {
  assert.equal(README.match(/phx_[\w-]+/g) ?? [], []);
});

readme("quickstarts are at most ten lines of code each", () => {
  for (const { code } of blocks.filter((block) => block.language === "ts" || block.language === "js")) {
    const lines = code.split("\n").filter((line) => line.trim() !== "");
    assert.ok(lines.length <= 10, `${lines.length} lines:\n${code}`);
  }
});

readme("npm commands exist as scripts", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const named = [...README.matchAll(/npm (?:run )?(?!ci\b|install\b|package\b|pack\b)([a-z:]+)/g)].map(
    (match) => match[1] ?? "",
  );
  assert.ok(named.length > 2);
  assert.equal(
    named.filter((name) => scripts[name] === undefined),
    [],
  );
});

readme("has at most 1,300 words", () => {
  assert.ok(README.trim().split(/\s+/).length <= 1300);
});

readme("the map of the code names every folder of lib", () => {
  const map = readFileSync("docs/architecture.md", "utf8");
  const folders = readdirSync("lib", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  // The methods of the handle stand beside the handle itself.
  const missing = folders.filter(({ name }) => name !== "handle" && !map.includes(`lib/${name}/`));
  assert.equal(
    missing.map(({ name }) => name),
    [],
  );
});

readme("the page about exactness counts the given cases", () => {
  const page = readFileSync("docs/exactness.md", "utf8");
  const { cases: flags } = readCases("flags") as { cases: unknown[] };
  const [insights, queries] = [readCases("insights") as unknown[], readCases("query") as unknown[]];
  const told = `${insights.length} given cases of insights, ${queries.length} of query nodes, ${flags.length} of flags`;
  assert.ok(page.includes(told), told);
});

readme("the guide for agents has the entry for VS Code that init writes", () => {
  const guide = readFileSync("docs/guides/agents.md", "utf8");
  const [, text = ""] = /code --add-mcp '([^']+)'/.exec(guide) ?? [];
  const { name, ...entry } = JSON.parse(text) as { name: string };
  const written = JSON.parse(addEntry("vscode", null, false).content ?? "") as { servers: Record<string, unknown> };
  assert.equal(written.servers, { [name]: entry });
});

readme("the guide for agents lists every tool, and each argument", () => {
  const page = readFileSync("docs/guides/agents.md", "utf8");
  for (const { name, inputSchema } of createTools()) {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\``)) ?? "";
    assert.ok(row !== "", name);
    for (const field of Object.keys(inputSchema["properties"] as object)) {
      assert.ok(row.includes(`\`${field}\``) || name.startsWith("query-"), `${name}: ${field}`);
    }
  }
});

readme.run();

function readCases(name: string): unknown {
  return JSON.parse(readFileSync(`fixtures/cases/${name}.json`, "utf8"));
}
