import { writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { projectOfApp, tokenOfApp } from "../../bin/env-token.ts";
import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { run as runBuilt, serve } from "./hoglet-process.ts";
import { runHere } from "./run-here.ts";
import { whenAll } from "../support/rounds.ts";

const folder = tempFolder();
const file = folder.file("a.db");
const hoglet = await createHoglet({ file, projectToken: "phc_first" });
const app = await hoglet.projects.create({ name: "App", api_token: "phc_local" });
await hoglet.capture({ event: "bought", distinct_id: "u1" }, { project: app.id });

const it = suite("the project of the app in a folder");
const home = process.cwd();
const run = (...args: string[]) => runHere(args, { env: { HOGLET_DB: file, NO_COLOR: "1" } });
it.after.each(() => process.chdir(home));

it("is that of its token, which init writes", async () => {
  process.chdir(folder.path);
  assert.is(tokenOfApp(), null);
  assert.is(await projectOfApp(hoglet), hoglet.project.id);
  for (const [line, token] of [
    ["POSTHOG_KEY=phc_local", "phc_local"],
    ['export NEXT_PUBLIC_POSTHOG_KEY="phc_local"', "phc_local"],
    ["POSTHOG_KEY=phx_secret", undefined],
    ["# POSTHOG_KEY=phc_local", undefined],
  ] as const) {
    writeFileSync(".env.local", `A=1\n${line}\n`);
    assert.is(tokenOfApp()?.token, token, line);
  }
  writeFileSync(".env.local", "VITE_PUBLIC_POSTHOG_KEY=phc_local\n");
  assert.is(await projectOfApp(hoglet), app.id);
  await hoglet.close();
});

it("is read by commands, unless another is named", async () => {
  process.chdir(folder.path);
  const { stdout, stderr } = await run("events");
  assert.match(stdout, /bought/);
  assert.match(stderr, new RegExp(`Project ${app.id}, whose token \\.env\\.local has; --project 1 reads the first\\.`));
  assert.not.match((await run("events", "--project", "1")).stdout, /bought/);
  assert.match((await run("ask", "trends", "bought", "--project", "1")).stderr, /hoglet projects lists all projects/);
  // As a process: that of the sources finds its modules from the project's own folder.
  const asked = await runBuilt(["query", "select event from events", "--db", file], { cwd: folder.path });
  assert.match(asked.stdout, /bought/, asked.stderr);
  const first = await run("events", "--project", "1");
  assert.is(first.stderr, "");
  const { stdout: listed, stderr: none } = await run("projects", "--json");
  assert.is(none, "");
  assert.equal(
    (JSON.parse(listed) as { token: string; events: number }[]).map(({ token, events }) => [token, events]).toSorted(),
    [
      ["phc_first", 0],
      ["phc_local", 1],
    ],
  );
  assert.match((await run("events", "--project", "9")).stderr, /There is no project 9\. hoglet projects lists them\./);
});

whenAll(it)("is told where there are several, from a file and from a server", async () => {
  const other = folder.file("b.db");
  await using opened = await createHoglet({ file: other });
  const events = () => runHere(["events"], { env: { HOGLET_DB: other, NO_COLOR: "1" } });
  assert.is((await events()).stderr, "");
  await opened.projects.create({ name: "Other" });
  assert.match((await events()).stderr, /^Project 1, the first of 2; hoglet projects lists them with their events\.$/m);
  await using server = await serve([other]);
  const { stderr } = await runHere(["events", "--url", server.ready.url]);
  assert.match(stderr, /^Project 1, the first of 2;/m);
});

it("is broken down by --breakdown, which --by names", async () => {
  const { code, stderr } = await runHere(["ask", "trends", "bought", "--by", "plan"]);
  assert.is(code, 2);
  assert.match(stderr, /Did you mean --breakdown plan\?/);
});

it.run();
