import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { start } from "./hoglet-process.ts";
import { whenAll } from "../support/rounds.ts";

const it = suite("hoglet run");

let folder: string;
it.before(async () => {
  folder = await mkdtemp(join(tmpdir(), "hoglet-run-"));
  await writeFile(join(folder, "plan.mjs"), PLAN);
  await writeFile(join(folder, "app.mjs"), APP);
});
it.after(() => rm(folder, { recursive: true }));

const schema = (check: string) =>
  `{ "~standard": { version: 1, vendor: "test", validate: (value) => (${check}) ? { value } : { issues: [{ message: "no", path: ["plan"] }] } } }`;

const PLAN = `export default { "signed up": ${schema('value.plan === "pro"')}, paid: ${schema("true")} };`;

/** Captures what it is told to, as \`name=plan\`; \`reset\` resets; ends with the code that comes last. */
const APP = `
const { POSTHOG_HOST: host, POSTHOG_KEY: api_key, NEXT_PUBLIC_POSTHOG_HOST, NEXT_PUBLIC_POSTHOG_KEY } = process.env;
const headers = { authorization: "Bearer " + process.env.HOGLET_TEST_KEY };
if (NEXT_PUBLIC_POSTHOG_HOST !== host || NEXT_PUBLIC_POSTHOG_KEY !== api_key) throw new Error("variables");
const code = process.argv.pop();
for (const what of process.argv.slice(2)) {
  const [event, plan] = what.split("=");
  const path = event === "reset" ? "/__test/reset" : event === "logs" ? "/i/v1/logs?token=" + api_key : "/e/";
  const key = event === "lost" ? "phc_wrong" : api_key;
  const body = JSON.stringify(event === "reset" ? {} : { api_key: key, event, distinct_id: "u1", properties: { plan } });
  const reply = await fetch(host + path, { method: "POST", headers, body });
  console.log(event, reply.status);
}
process.exit(Number(code));
`;

const run = (flags: readonly string[], ...args: string[]) =>
  start(["run", ...flags, "--", process.execPath, join(folder, "app.mjs"), ...args], { cwd: folder }).finished;

it("gives a command a hoglet by its environment, and ends with its code", async () => {
  const { code, stdout } = await run([], "signed up=pro", "7");
  assert.equal([code, stdout], [7, "signed up 200\n"]);
  assert.is((await run([], "lost", "0")).code, 0);
});

whenAll(it)("fails when calls of language models cost more than their budget, or nobody knows how much", async () => {
  await writeFile(join(folder, "models.mjs"), MODELS);
  const spend = (budget: string, ...models: string[]) =>
    start(["run", "--max-ai-cost", budget, "--", process.execPath, join(folder, "models.mjs"), ...models]).finished;
  // Each call has a million tokens of $2.50.
  assert.is((await spend("5", "gpt-4o", "reset", "gpt-4o")).code, 0);
  const dear = await spend("4.99", "gpt-4o", "reset", "gpt-4o");
  assert.is(dear.code, 1);
  assert.match(dear.stderr, "they cost $5, more than $4.99");
  const unknown = await spend("5", "my-model");
  assert.is(unknown.code, 1);
  assert.match(unknown.stderr, "a call of my-model has no cost");
  assert.is((await spend("much", "gpt-4o")).code, 2);
});

/** A call of each model that it is told; `reset` resets. */
const MODELS = `
const { POSTHOG_HOST: host, POSTHOG_KEY: api_key, HOGLET_TEST_KEY } = process.env;
const headers = { authorization: "Bearer " + HOGLET_TEST_KEY };
for (const $ai_model of process.argv.slice(2)) {
  const isReset = $ai_model === "reset";
  const properties = { $ai_model, $ai_provider: "openai", $ai_input_tokens: 1_000_000, $ai_output_tokens: 0 };
  const body = isReset ? {} : { api_key, event: "$ai_generation", distinct_id: "u1", properties };
  await fetch(host + (isReset ? "/__test/reset" : "/e/"), { method: "POST", headers, body: JSON.stringify(body) });
}
`;

whenAll(it)("fails for what was refused when it is strict, and leaves the code of a failed command alone", async () => {
  const failed = await run(["--strict"], "lost", "0");
  assert.is(failed.code, 1);
  assert.match(failed.stderr, "POST /e/ was answered 401");
  assert.is((await run(["--strict"], "lost", "7")).code, 7);
  const dropped = await run(["--strict"], "logs", "0");
  assert.is(dropped.code, 1);
  assert.match(dropped.stderr, "not_kept (/i/v1/logs)");
  assert.is((await run(["--strict"], "fine", "0")).code, 0);
});

whenAll(it)("holds events against a plan, those too that a reset forgot, and writes coverage", async () => {
  const flags = ["--plan", "plan.mjs", "--coverage", join(folder, "coverage.json")];
  const { code, stderr } = await run(flags, "signed up=pro", "signed up=free", "reset", "typo", "0");
  assert.is(code, 1);
  assert.match(stderr, "1 of 2 planned events were captured; never: paid");
  assert.match(stderr, 'off the plan, 1×: "signed up", plan: no');
  const coverage = JSON.parse(await readFile(join(folder, "coverage.json"), "utf8")) as { covered: number };
  assert.is(coverage.covered, 0.5);
  const xml = join(folder, "coverage.xml");
  const warned = await run(["--plan", "plan.mjs", "--plan-mode", "warn", "--coverage", xml], "typo", "0");
  assert.is(warned.code, 0);
  assert.match(warned.stderr, 'off the plan, 1×: "typo"');
  assert.match(await readFile(xml, "utf8"), "<testsuite");
});

whenAll(it)("writes what was captured, from which types can be made", async () => {
  const file = join(folder, "run.ndjson");
  await run(["--snapshot", file, "--now", "2024-03-01T08:00:00Z"], "signed up=pro", "0");
  assert.match(await readFile(file, "utf8"), /"timestamp":"2024-03-01T08:00:/);
  const { stdout, code } = await start(["types", file]).finished;
  assert.is(code, 0);
  assert.match(stdout, 'export interface Events {\n  "signed up": { plan: string };\n}');
});

whenAll(it)("says what is wrong with its use", async () => {
  const noPlan = await run(["--coverage", "x.json"], "0");
  assert.equal([noPlan.code, /--coverage needs a --plan/.test(noPlan.stderr)], [2, true]);
  const missing = await run(["--plan", "missing.mjs"], "0");
  assert.equal([missing.code, /The plan cannot be read/.test(missing.stderr)], [1, true]);
  const unknown = await start(["run", "--", "no-such-command-here"]).finished;
  assert.equal(
    [unknown.code, unknown.stderr],
    [127, "hoglet: no-such-command-here is no command on the PATH, and no file.\n"],
  );
});

whenAll(it)("passes SIGTERM on, and says by its code which signal ended the command", async () => {
  const wait = "console.log('waiting'); setInterval(() => {}, 1000)";
  const hoglet = start(["run", "--", process.execPath, "-e", wait]);
  await hoglet.until("stdout", /waiting/);
  hoglet.child.kill("SIGTERM");
  assert.is((await hoglet.finished).code, 143);
});

it.run();
