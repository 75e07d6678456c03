import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTestHoglet, expectHoglet, runnerMatchers } from "../../adapters/testing/index.ts";
import { PlanError } from "../../adapters/testing/plan/define-events.ts";
import { StrictError } from "../../adapters/testing/verify.ts";
import { createProgram } from "../../bin/program.ts";
import { toVisible } from "../../lib/base/visible.ts";
import { createHoglet } from "../../lib/index.ts";
import { run, start } from "../bin/hoglet-process.ts";
import { runHere } from "../bin/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { oneIn, whenAll } from "../support/rounds.ts";

// Texts of clients, plugins and files must neither control nor falsify the output of the terminal that shows them.

const HOSTILE: [name: string, text: string, shown: string][] = [
  ["an escape sequence", "a\u001b[2Jb", "a\\u001b[2Jb"],
  ["a link of OSC 8", "\u001b]8;;http://evil.test\u0007x", "\\u001b]8;;http://evil.test\\u0007x"],
  ["the same by C1", "\u009d8;;http://evil.test\u009cx\u009b31m", "\\u009d8;;http://evil.test\\u009cx\\u009b31m"],
  ["a line end", "a\nb\r\nc\u0085d\u2028e\u2029f", "a\\u000ab\\u000d\\u000ac\\u0085d\\u2028e\\u2029f"],
  ["tab, bell, backspace, NUL and DEL", "\t\u0007\b\0\u007f", "\\u0009\\u0007\\u0008\\u0000\\u007f"],
  ["an override of direction", "exe.\u202egpj", "exe.\\u202egpj"],
  [
    "isolates and embeddings",
    "\u2066a\u2067b\u2068c\u2069\u202a\u202b\u202c\u202d",
    "\\u2066a\\u2067b\\u2068c\\u2069\\u202a\\u202b\\u202c\\u202d",
  ],
  ["marks of direction", "\u200e\u200f\u061c", "\\u200e\\u200f\\u061c"],
  [
    "blanks of no width",
    "ad\u200bmin\ufeff\u2060\u00ad\u180e\u034f",
    "ad\\u200bmin\\ufeff\\u2060\\u00ad\\u180e\\u034f",
  ],
  ["fillers that look like nothing", "\u3164\u115f\uffa0", "\\u3164\\u115f\\uffa0"],
  ["tags, which nobody sees", "a\u{e0041}\u{e007f}", "a\\udb40\\udc41\\udb40\\udc7f"],
  ["a joiner between letters", "pay\u200dpal", "pay\\u200dpal"],
  ["a lone surrogate", "\ud800x", "\\ud800x"],
  ["what is harmless", "Zoë, 日本, עברית, 👩‍💻 ❤️ 1️⃣ 👍🏽", "Zoë, 日本, עברית, 👩‍💻 ❤️ 1️⃣ 👍🏽"],
];

/** Everything at once, as short as a label may be. */
const EVIL = "E\u001b]8;;u\u0007\u202e\u2066\u200b\u009b1m\u007f\r\nfake";
/** Controls but line ends, marks of direction, blanks of no width. */
const STEERS = /(?!\n)\p{Cc}|[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

const visible = suite("security: toVisible");

for (const [name, text, shown] of HOSTILE) {
  visible(`shows ${name}`, () => {
    assert.is(toVisible(text), shown);
    // The escapes are those of JSON.
    assert.equal(JSON.parse(toVisible(JSON.stringify({ [text]: text }))), { [text]: text });
  });
}

visible.run();

const kit = suite("security: what the test kit tells the terminal");

/** Its names and values come from an app's captures. */
const HOSTILE_EVENT = { event: "b\u202eought\u009b31m", distinct_id: "u\u202e", properties: { "k\u2066": "v\u009d" } };

kit("shows names and values of events as they are, in failed expectations, warnings and strict mode", async () => {
  await using hoglet = await createTestHoglet();
  await hoglet.capture(HOSTILE_EVENT);
  const told: string[] = [];
  const keep = (error: unknown) => void told.push((error as Error).message);
  await expectHoglet(hoglet).toHaveCaptured("bought", { distinct_id: "x" }).catch(keep);
  await expectHoglet(hoglet).toHavePerson("x").catch(keep);
  await hoglet.waitFor({ event: "bought" }, { timeout: 1 }).catch(keep);
  const { toHaveCaptured } = runnerMatchers();
  told.push((await toHaveCaptured(hoglet, "bought")).message());
  told.push(new StrictError([`an event ${HOSTILE_EVENT.event}`]).message);
  told.push(new PlanError([{ event: HOSTILE_EVENT.event, path: "k\u2066", message: "no" }]).message);
  assert.is(told.length, 6);
  for (const text of told) assert.not.match(text, STEERS);
  assert.ok(
    told.every((text) => /\\u202e|x/.test(text)),
    told.join("\n"),
  );
});

kit.run();

const ON_TERMINAL = {
  NODE_OPTIONS: "--import=data:text/javascript,process.stdout.isTTY=true",
};

const folder = tempFolder();
const db = folder.file("evil.db");
const bad = folder.file("bad.ndjson");

async function fill(): Promise<void> {
  await using hoglet = await createHoglet({ file: db });
  await hoglet.keys.create({ label: EVIL, scopes: ["*"] });
  await hoglet.capture([
    { event: EVIL, distinct_id: "u1", properties: { [EVIL]: EVIL, p: EVIL } },
    { event: EVIL, distinct_id: EVIL, properties: { p: EVIL, $set: { email: EVIL } } },
  ]);
  const manifest = JSON.stringify({ name: EVIL, config: [{ key: EVIL, type: "string" }] });
  const source = `exports.processEvent = (event) => { console.log(${JSON.stringify(EVIL)}); return event }`;
  const { id } = await hoglet.plugins.install({ files: { "plugin.json": manifest, "index.js": source } });
  await hoglet.plugins.install({ files: { "plugin.json": '{"name":"broken"}', "index.js": `throw "${"\u202e"}` } });
  await hoglet.pluginConfigs.create({ plugin: id, order: 1, enabled: true, config: {} });
  await hoglet.capture({ event: "logged", distinct_id: "u1" });
  const { results } = await hoglet.persons.list();
  for (const { id: person } of results) await hoglet.persons.delete(person, { delete_events: true });
  writeFileSync(bad, `{"kind":"${EVIL.replaceAll(/[\r\n]/g, "")}"}\n${EVIL}`);
}

/** Arguments by command; `--db` is added to commands that know it. */
const COMMANDS: Record<string, string[][]> = {
  serve: [["--port", EVIL], ["--project-token", EVIL], ["--now", EVIL], [`${folder.path}/${EVIL}/x.db`]],
  funnel: [
    [EVIL, "logged"],
    [EVIL, "--breakdown", "p"],
    [EVIL, "--explain", EVIL],
    [EVIL, "--window", EVIL],
  ],
  import: [[bad], [EVIL]],
  export: [[]],
  keys: [["list"], ["list", "--json"], ["roll", EVIL], ["revoke", EVIL], ["create", "--label", EVIL, "--scopes", EVIL]],
  deletions: [["list"], ["list", "--json"], ["list", "--status", EVIL]],
  openapi: [[]],
  ask: [
    ["trends", "--events", EVIL],
    ["trends", "--events", EVIL, "--breakdown", "p", "--format", "md"],
    ["trends", "--events", "logged", "--where", `p = '${EVIL.replaceAll(/[\r\n]/g, "")}'`],
    ["trends", "--events", EVIL, "--where", EVIL],
    ["funnel", "--events", EVIL, "--events", "logged"],
    ["paths", "--date-from", "all"],
    ["trends", "--events", `${EVIL}x`],
    [EVIL],
    ["--query", EVIL],
  ],
  events: [[], ["--json"], ["--event", EVIL]],
  persons: [[], [EVIL]],
  person: [["u1"], [EVIL], ["u1", "--format", "json"]],
  schema: [[], ["--format", "json"]],
  completion: [["bash"], [EVIL]],
  plugins: [
    ["list"],
    ["list", "--json"],
    ["install", EVIL],
    ["configs"],
    ["configs", "--json"],
    ["logs", "1"],
    ["logs", "1", "--json"],
    ["enable", "1", "--set", `${EVIL}x=1`],
    ["configure", "1", "--set", EVIL],
  ],
  push: [["--status"], ["--to", EVIL], ["--to", "http://127.0.0.1:1", "--project-token", EVIL, "--project", "99"]],
  query: [
    ["select event, distinct_id, properties from events"],
    ["select event, properties from events", "--format", "csv"],
    ["select event from events", "--format", "json"],
    ["select event from events", "--format", "table"],
    [`select "${EVIL}"`],
    [`select 1 as "${EVIL}"`, "--format", "table"],
  ],
  readyz: [
    ["--url", EVIL],
    ["--url", "http://127.0.0.1:1"],
  ],
  projects: [[], ["--json"], ["--url", EVIL]],
  backup: [
    ["--to", join(folder.path, EVIL)],
    ["--to", join(EVIL, EVIL)],
  ],
  // The time of a copy that is made differs from run to run.
  copy: [
    ["--to", `ftp://${EVIL}`],
    ["--to", EVIL, "--every", EVIL],
  ],
  restore: [
    ["--from", join(folder.path, EVIL)],
    ["--from", `s3://${EVIL}`],
    ["--from", folder.path, "--at", EVIL],
  ],
  rebuild: [[]],
  doctor: [[db], [db, "--json"], [EVIL]],
  run: [
    ["--plan", EVIL, "--", "node"],
    ["--", EVIL],
  ],
  tail: [
    ["--url", EVIL],
    ["--project", "99"],
    ["--event", EVIL, "--project", EVIL],
  ],
  types: [[db], [EVIL]],
  init: [["--dry-run", "--agents", EVIL], ["--dry-run", "--project-token", EVIL, folder.path], [EVIL]],
  mcp: [
    ["--url", EVIL],
    ["--url", "http://127.0.0.1:1"],
  ],
  promote: [
    ["--url", EVIL],
    ["--url", "http://127.0.0.1:1", "--key", EVIL],
  ],
  pull: [
    ["--from", EVIL],
    ["--from", "http://127.0.0.1:1", "--key", "phx_a", "--since", EVIL],
  ],
  [EVIL]: [[]],
};

const WITH_DB = new Set([
  "ask",
  "backup",
  "copy",
  "restore",
  "events",
  "persons",
  "person",
  "schema",
  "funnel",
  "import",
  "export",
  "keys",
  "deletions",
  "plugins",
  "pull",
  "push",
  "projects",
  "query",
  "rebuild",
  "tail",
]);
/** Commands whose output is data for programs, and therefore exact in a pipe. */
const DATA =
  /--json|^backup|^export|^openapi|csv|^query(?!.*table)|^types|^(?:ask|funnel|events|persons|person|schema)\b(?!.*md)/;

function lines(text: string): string[] {
  return text.split("\n");
}

/** A line without the codes of colours and of bold type. */
function withoutColours(line: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the sequences that may pass
  return line.replaceAll(/\u001b\[[0-9;]*m/g, "");
}

const terminal = suite("security: what commands print");

terminal("the table names every command", () => {
  const known = createProgram({}).commands.map((command) => command.name());
  assert.equal(
    known.filter((name) => COMMANDS[name] === undefined),
    [],
  );
});

terminal("print.ts is the one place that writes", () => {
  const writers = (readdirSync("bin", { recursive: true }) as string[])
    .filter((name) => name.endsWith(".ts") && name !== "print.ts")
    .filter((name) =>
      /process\.std(?:out|err)\.write\(|process\.stdout(?=[,)])|console\.\w+\(/.test(
        readFileSync(join("bin", name), "utf8"),
      ),
    );
  assert.equal(writers, []);
});

terminal.before(fill);
terminal.after(() => folder.remove());

const ofCommand = oneIn(5, terminal);

for (const [name, calls] of Object.entries(COMMANDS)) {
  for (const call of calls) {
    const label = toVisible([name, ...call].join(" "))
      .replaceAll(toVisible(EVIL), "EVIL")
      .replaceAll(folder.path, "");
    ofCommand(`hoglet ${label}`, async () => {
      const args = [
        name,
        ...call.slice(0, call.indexOf("--") + 1 || call.length),
        ...(call.includes("--") ? call.slice(call.indexOf("--") + 1) : []),
      ];
      const place = WITH_DB.has(name) && !call.includes("--url") ? ["--db", db] : [];
      const all = call.includes("--") ? args : [...args, ...place];
      const piped = await runHere(all);
      const shown = await runHere(all, { isTerminal: true, env: { NO_COLOR: "1" } });
      const coloured = await runHere(all, { isTerminal: true, env: { NO_COLOR: "" } });
      // Its own colours are all that a terminal gets beside the text. (JSON has no colours, but times of answers.)
      if (!label.includes("json")) assert.is(lines(coloured.stdout).map(withoutColours).join("\n"), shown.stdout);
      const text = shown.stdout + shown.stderr;
      for (const line of lines(text)) assert.not.match(line, STEERS, JSON.stringify(line));
      assert.not.match(text, /^fake/m);
      for (const line of lines(piped.stderr)) assert.not.match(line, STEERS, JSON.stringify(line));
      if (!DATA.test(label))
        for (const line of lines(piped.stdout)) assert.not.match(line, STEERS, JSON.stringify(line));
      if (/--json$|^export$/.test(label)) {
        // Exact in a pipe, the same value on a terminal.
        const values = lines(piped.stdout.trim()).map((line) => JSON.parse(line) as unknown);
        assert.equal(
          lines(shown.stdout.trim()).map((line) => JSON.parse(line) as unknown),
          values,
        );
        assert.is(piped.stdout, values.map((value) => `${JSON.stringify(value)}\n`).join(""));
      }
    });
  }
}

const inProcess = whenAll(terminal);

for (const args of [
  ["query", "select event, properties from events", "--db", db],
  ["keys", "list", "--json", "--db", db],
  ["funnel", EVIL, "--explain", EVIL, "--db", db],
]) {
  inProcess(`hoglet ${args[0]} prints so in a process of its own`, async () => {
    const [piped, shown] = await Promise.all([run(args), run(args, { env: ON_TERMINAL })]);
    assert.equal(await runHere(args), piped);
    assert.equal(await runHere(args, { isTerminal: true }), shown);
  });
}

terminal("hoglet tail, while events come", async () => {
  const following = start(["tail", "--db", db]);
  const hoglet = await createHoglet({ file: db });
  const capture = setInterval(() => void hoglet.capture({ event: EVIL, distinct_id: EVIL }).catch(() => {}), 100);
  const [line] = await following.until("stdout", /^.*\n/m);
  clearInterval(capture);
  following.child.kill("SIGINT");
  await following.finished;
  await hoglet.close();
  assert.not.match(line.trimEnd(), STEERS);
  assert.match(line, /E\\u001b\]8;;u\\u0007\\u202e/);
});

terminal.run();
