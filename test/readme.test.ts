import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createProgram } from "../bin/program.ts";
import { builtCommand } from "./support/command.ts";

const README = readFileSync("README.md", "utf8");

interface Block {
  language: string;
  code: string;
}

const blocks: Block[] = [...README.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = "", code = ""]) => ({
  language,
  code,
}));

/** The values that the comments `// => value` behind console.log promise. */
function promised(code: string): string[] {
  return [...code.matchAll(/console\.log\(.*\/\/ => (.*)$/gm)].map((match) => match[1] ?? "");
}

/**
 * Runs a block in a folder of its own inside the repository, where `hoglet` is the built package, as users get it; gives what
 * it printed.
 */
function run(code: string, environment: Record<string, string> = {}): string[] {
  builtCommand();
  const folder = mkdtempSync(join(process.cwd(), ".readme-"));
  try {
    const file = join(folder, "block.ts");
    writeFileSync(file, code);
    const output = execFileSync(process.execPath, [file], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, ...environment },
    });
    return output.trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const readme = suite("README");

for (const [index, { code }] of blocks.filter((block) => block.language === "ts").entries()) {
  readme(`TypeScript block ${index + 1} prints what its comments say`, () => {
    assert.ok(promised(code).length > 0, "a block should show its result");
    assert.equal(run(code), promised(code));
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
    assert.equal(run(script, environment), promised(script));
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
  assert.ok(named.length > 3);
  assert.equal(
    named.filter((name) => scripts[name] === undefined),
    [],
  );
});

readme("links lead to files of the package", () => {
  const { files } = JSON.parse(readFileSync("package.json", "utf8")) as { files: string[] };
  const links = [...README.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map((match) => match[1] ?? "");
  assert.equal(
    links.filter((link) => !files.includes(link)),
    [],
  );
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

readme("the table of commands names every command and what is below it", () => {
  for (const command of createProgram({}).commands) {
    const start = `| \`hoglet ${command.name()}`;
    const row = README.split("\n").find((line) => line.replace("[", "").startsWith(start)) ?? "";
    for (const one of [command, ...command.commands]) assert.match(row, one.name());
  }
});

readme.run();
