import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { runHere } from "./run-here.ts";

const folders: ReturnType<typeof tempFolder>[] = [];

/** A folder for one test. */
function newFolder(): string {
  const folder = tempFolder();
  folders.push(folder);
  return folder.path;
}

/** A folder with these files. */
function app(files: Record<string, string>): {
  folder: string;
  read(file: string): string;
  write(file: string, text: string): void;
} {
  const folder = newFolder();
  const write = (file: string, text: string) => {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  return { folder, write, read: (file) => readFileSync(join(folder, file), "utf8") };
}

async function init(folder: string, ...args: string[]) {
  const { code, stdout, stderr } = await runHere(["init", folder, ...args]);
  assert.is(code, 0, stderr);
  return stdout;
}

const NEXT = JSON.stringify({ dependencies: { next: "15", react: "19" }, devDependencies: { vite: "6" } });

const writing = suite("hoglet init");

writing("writes the environment and the entry, prints three lines, and does nothing the second time", async () => {
  const { folder, read } = app({ "package.json": NEXT });
  const said = await init(folder);
  assert.is(read(".env.local"), "NEXT_PUBLIC_POSTHOG_HOST=http://127.0.0.1:8010\nNEXT_PUBLIC_POSTHOG_KEY=phc_local\n");
  assert.equal(JSON.parse(read(".mcp.json")), { mcpServers: { hoglet: { command: "npx", args: ["hoglet", "mcp"] } } });
  assert.match(said, /Next\.js: npm install posthog-js, then in instrumentation-client\.ts:/);
  assert.match(
    said,
    /posthog\.init\(process\.env\.NEXT_PUBLIC_POSTHOG_KEY, \{ api_host: process\.env\.NEXT_PUBLIC_POSTHOG_HOST \}\)/,
  );
  const before = readdirSync(folder).map((file) => [file, read(file)]);
  const again = await init(folder);
  assert.match(again, /\.env\.local is as it should be\n\.mcp\.json is as it should be/);
  assert.equal(
    readdirSync(folder).map((file) => [file, read(file)]),
    before,
  );
});

writing("--dry-run says the same and writes nothing", async () => {
  const { folder } = app({ "package.json": NEXT });
  const said = await init(folder, "--dry-run");
  assert.match(said, /\.env\.local \(not written\) adds NEXT_PUBLIC_POSTHOG_KEY=phc_local/);
  assert.equal(readdirSync(folder), ["package.json"]);
});

writing("keeps what is there and says so; --force replaces it", async () => {
  const { folder, read } = app({
    "package.json": "{}",
    ".env": 'A=1\nexport POSTHOG_KEY="phc_theirs"\nB=2',
    ".mcp.json": '{\n    "mcpServers": { "other": { "command": "x" }, "hoglet": { "command": "mine" } }\n}\n',
  });
  const said = await init(folder);
  assert.match(said, /keeps POSTHOG_KEY=phc_theirs; hoglet's is phc_local/);
  assert.match(said, /keeps its server hoglet: \{"command":"mine"\}/);
  assert.is(read(".env"), 'A=1\nexport POSTHOG_KEY="phc_theirs"\nB=2\nPOSTHOG_HOST=http://127.0.0.1:8010\n');
  assert.match(await init(folder, "--force"), /replaces POSTHOG_KEY=phc_theirs by phc_local/);
  assert.is(read(".env"), "A=1\nPOSTHOG_KEY=phc_local\nB=2\nPOSTHOG_HOST=http://127.0.0.1:8010\n");
  const { mcpServers } = JSON.parse(read(".mcp.json")) as { mcpServers: Record<string, unknown> };
  assert.equal(mcpServers, { other: { command: "x" }, hoglet: { command: "npx", args: ["hoglet", "mcp"] } });
  assert.match(read(".mcp.json"), /^ {4}"mcpServers"/m);
});

writing("each agent's settings in its form; those with a folder, or those that are named", async () => {
  const { folder, read, write } = app({ "package.json": "{}" });
  write(".vscode/settings.json", "{}");
  await init(folder);
  assert.equal(JSON.parse(read(".vscode/mcp.json")), {
    servers: { hoglet: { command: "npx", args: ["hoglet", "mcp"] } },
  });
  assert.not.ok(existsSync(join(folder, ".cursor")));
  write(".codex/config.toml", 'model = "x"\n');
  await init(folder, "--agents", "cursor,codex");
  assert.ok("hoglet" in (JSON.parse(read(".cursor/mcp.json")) as { mcpServers: object }).mcpServers);
  const toml = 'model = "x"\n\n[mcp_servers.hoglet]\ncommand = "npx"\nargs = ["hoglet", "mcp"]\n';
  assert.is(read(".codex/config.toml"), toml);
  await init(folder, "--agents", "codex");
  assert.is(read(".codex/config.toml"), toml);
});

writing("settings with comments stay, with the line to add", async () => {
  const { folder, read, write } = app({ "package.json": "{}" });
  write(".mcp.json", "{ // mine\n}");
  assert.match(await init(folder), /stays: it is not plain JSON\. Add to it: \{"mcpServers":\{"hoglet"/);
  assert.is(read(".mcp.json"), "{ // mine\n}");
});

writing("git leaves the database out, and an installed package needs no command", async () => {
  const { folder, read, write } = app({
    "package.json": '{"dependencies":{"posthog-node":"5"}}',
    ".gitignore": "dist",
  });
  const said = await init(folder);
  assert.match(said, /^Node: in the start of your server:$/m);
  assert.match(said, /^\.gitignore adds hoglet\.db\*$/m);
  assert.is(read(".gitignore"), "dist\nhoglet.db*\n");
  for (const line of ["/hoglet.db*", "*.db*"]) {
    write(".gitignore", `${line}\n`);
    assert.match(await init(folder), /\.gitignore is as it should be/);
  }
});

writing("a database in the folder gives its token", async () => {
  const { folder, read } = app({ "requirements.txt": "flask\n" });
  await (await createHoglet({ file: join(folder, "hoglet.db"), projectToken: "phc_ours" })).close();
  const said = await init(folder);
  assert.match(read(".env"), /^POSTHOG_KEY=phc_ours$/m);
  assert.match(said, /Python: pip install posthog/);
});

for (const [name, files, prefix] of [
  ["Vite", { "package.json": '{"devDependencies":{"vite":"6"}}' }, "VITE_PUBLIC_"],
  ["SvelteKit", { "package.json": '{"devDependencies":{"@sveltejs/kit":"2","vite":"6"}}' }, "PUBLIC_"],
  ["Nuxt", { "package.json": '{"dependencies":{"nuxt":"4"}}' }, "NUXT_PUBLIC_"],
  ["Astro", { "package.json": '{"dependencies":{"astro":"5"}}' }, "PUBLIC_"],
  ["Expo", { "package.json": '{"dependencies":{"expo":"53"}}' }, "EXPO_PUBLIC_"],
  ["Node", { "package.json": "{" }, ""],
  ["Ruby", { Gemfile: "" }, ""],
  ["Go", { "go.mod": "" }, ""],
] as const) {
  writing(`knows ${name}`, async () => {
    const { folder, read } = app(files as Record<string, string>);
    assert.match(
      await init(folder, "--project-token", "phc_x", "--url", "http://127.0.0.1:9000/"),
      new RegExp(`^${name}: `, "m"),
    );
    const file = existsSync(join(folder, ".env.local")) ? ".env.local" : ".env";
    assert.is(read(file), `${prefix}POSTHOG_HOST=http://127.0.0.1:9000\n${prefix}POSTHOG_KEY=phc_x\n`);
  });
}

writing("wrong usage is named", async () => {
  const { folder } = app({});
  assert.match((await runHere(["init", join(folder, "none")])).stderr, /There is no folder/);
  assert.is((await runHere(["init", folder, "--agents", "emacs"])).code, 2);
});

writing.after(() => folders.forEach((folder) => folder.remove()));

writing.run();
