import { closeSync, existsSync, openSync } from "node:fs";
import { once } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { run, serve, start } from "./hoglet-process.ts";
import { size, whenAll } from "../support/rounds.ts";

const folder = tempFolder();
const file = folder.file("a.db");
const hoglet = await createHoglet({ file });
await hoglet.capture([{ event: "viewed", distinct_id: "u1" }]);
await hoglet.close();

const COMMANDS = [
  ["--help"],
  ["--version"],
  ["keys", "--help"],
  ["keys", "list"],
  ["keys", "list", "--json"],
  ["export"],
  ["query", "select * from events"],
  ["funnel", "viewed", "--date-from", "all"],
  ["openapi"],
  ["types", file],
  ["doctor"],
  ["plugins", "list"],
  ["deletions", "list"],
];

// Each takes half a second of CPU.
const TRIED = COMMANDS.filter((_, index) => size(index % 3 === 1, true));

const it = suite("a reader that has seen enough");
it.after(() => folder.remove());

whenAll(it)("ends every command quietly, with its own exit code", async () => {
  for (const args of TRIED) {
    const { child, finished } = start(args, { env: { HOGLET_FILE: file } });
    child.stdout?.destroy();
    const { code, stderr } = await finished;
    assert.equal([args, code], [args, 0]);
    assert.match(stderr, args[0] === "deletions" ? /^Next run: [^\n]*\n$/ : /^$/);
  }
  for (const args of [["no-such-command"], ["export", "--db", folder.file("none.db")]]) {
    const { child, finished } = start(args);
    child.stderr?.destroy();
    const { code } = await finished;
    assert.equal([args, code], [args, args.length === 1 ? 2 : 1]);
  }
});

whenAll(it)("leaves a server at work", async () => {
  await using server = await serve(["--memory"]);
  server.child.stdout?.destroy();
  server.child.stderr?.destroy();
  assert.is((await fetch(`${server.ready.url}/readyz`)).status, 200);
  server.child.kill("SIGTERM");
  assert.equal(await once(server.child, "exit"), [0, null]);
});

if (existsSync("/dev/full")) {
  whenAll(it)("is told from an output that cannot be written, which is a failure", async () => {
    const full = openSync("/dev/full", "w");
    // The database has no plugins and no deletions to list.
    for (const args of TRIED.filter((each) => each[0] !== "plugins" && each[0] !== "deletions")) {
      const { code, stderr } = await run(args, { env: { HOGLET_FILE: file }, stdio: ["pipe", full, "pipe"] });
      assert.equal([args, code, stderr], [args, 1, "hoglet: The disk is full. Free some space.\n"]);
    }
    const { code } = await run(["no-such-command"], { stdio: ["pipe", "pipe", full] });
    assert.is(code, 1);
    closeSync(full);
  });
}

it.run();
