import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { runHere } from "../run-here.ts";
import { at, folder, RANGE, run } from "./counted-log.ts";
import { whenAll } from "../../support/rounds.ts";

const shown = suite("hoglet ask: tables");
const table = (args: string[], columns: number) =>
  run(args, { isTerminal: true, env: { COLUMNS: String(columns), NO_COLOR: "1" } });

shown("says the range and the total first", async () => {
  const { stdout } = await table(["funnel", "signed up", "paid", ...RANGE], 100);
  const [title, range, total, blank, header, first, second] = stdout.split("\n");
  assert.is(title, "Funnel · signed up → paid");
  assert.is(range, "1 – 4 Jan 2024 · within 14 days · UTC");
  assert.is(total, "4 persons entered, 3 finished: 75 %");
  assert.is(blank, "");
  assert.match(header ?? "", /^ +step +persons +of all +of the step before +time, median$/);
  assert.match(first ?? "", /^1 +signed up +4 +█+ +100 %$/);
  assert.match(second ?? "", /^2 +paid +3 +█+[▏▎▍▌▋▊▉]? +75 % +75 % +1 min$/);
});

shown("the value of persons over the whole range is no sum of days", async () => {
  const { stdout } = await table(["trends", "paid", "--math", "dau", ...RANGE], 80);
  // u4 paid on two days.
  assert.match(stdout, /^Total 3 persons$/m);
  assert.match(stdout, /^Mon 1 Jan {2}1 {2}█+$/m);
});

whenAll(shown)("draws every kind within the width of the terminal", async () => {
  for (const columns of [40, 80, 120]) {
    for (const args of [
      ["trends", "signed up", "paid"],
      ["trends", "signed up", "--breakdown", "plan", "--compare"],
      ["trends", "paid", "--date-from", "2023-10-01"],
      ["funnel", "signed up", "paid", "--breakdown", "plan"],
      ["retention", "signed up", "paid", "--total-intervals", "12"],
      ["lifecycle", "paid"],
      ["stickiness", "paid"],
      ["paths"],
      ["correlation", "signed up", "paid"],
    ]) {
      const range = args.includes("--date-from") ? RANGE.slice(2) : RANGE;
      const own = args[0] === "retention" ? RANGE.slice(2) : range;
      const { code, stdout, stderr } = await table([...args, ...own], columns);
      assert.is(code, 0, stderr);
      const [, , , ...body] = stdout.split("\n");
      for (const line of body) assert.ok([...line].length <= columns, `${args.join(" ")} in ${columns}: ${line}`);
    }
  }
});

shown("has colours on a terminal, unless told otherwise", async () => {
  assert.is(await hasColours([], true), true);
  assert.is(await hasColours([], false), false);
  assert.is(await hasColours(["--no-color"], true), false);
  assert.is(await hasColours([], true, { NO_COLOR: "1" }), false);
  assert.is(await hasColours(["--color"], false), true);
});

async function hasColours(flags: string[], isTerminal: boolean, env: Record<string, string> = {}): Promise<boolean> {
  const own = { TERM: "xterm", NO_COLOR: "", ...env };
  const { stdout } = await run(["trends", "paid", ...RANGE, "--format", "table", ...flags], { isTerminal, env: own });
  return stdout.includes("\u001b[");
}

shown("shows values of clients that would control the terminal as escapes", async () => {
  const hostile = folder.file("hostile.db");
  const evil = await createHoglet({ file: hostile });
  await evil.capture([at("a\u001b[2Jb", "u1", "01T08:00:00", { plan: "\u001b]0;title\u0007" })]);
  await evil.close();
  for (const args of [["trends", "a\u001b[2Jb", "--breakdown", "plan"], ["funnel", "a\u001b[2Jb"], ["paths"]]) {
    const { stdout } = await runHere(["ask", ...args, "--db", hostile, ...RANGE], {
      isTerminal: true,
      env: { TERM: "xterm", NO_COLOR: "" },
    });
    // oxlint-disable-next-line no-control-regex -- nothing but colours may pass
    assert.not.match(stdout, /\u001b(?!\[[\d;]*m)/);
    assert.not.ok(stdout.includes("\u0007"));
  }
});

shown("writes CSV, Markdown and JSON", async () => {
  const csv = await run(["trends", "signed up", ...RANGE, "--format", "csv"]);
  assert.is(
    csv.stdout.split("\r\n").slice(0, 2).join("|").replaceAll("\n", "|"),
    "series,date,value|signed up,2024-01-01,2",
  );
  const md = await run(["funnel", "signed up", "paid", ...RANGE, "--format", "md"]);
  assert.match(md.stdout, /^\*\*Funnel · signed up → paid\*\* {2}\n1 – 4 Jan 2024/);
  assert.match(md.stdout, /^\| 2 \| paid \| 3 \| 75 % \| 75 % \| 1 min \|$/m);
  const json = JSON.parse((await run(["funnel", "signed up", "paid", ...RANGE, "--format", "json"])).stdout) as {
    results: { count: number }[];
  };
  assert.equal(
    json.results.map(({ count }) => count),
    [4, 3],
  );
});

shown.run();

const ranges = suite("hoglet ask: the default range");

ranges("says which data lies outside of it", async () => {
  const recent = folder.file("recent.db");
  const now = await createHoglet({ file: recent });
  await now.capture([ago(1), ago(2), ago(30), ago(40), ago(50), { ...ago(40), event: "lone" }]);
  await now.close();
  const ask = (...args: string[]) => runHere(["ask", ...args, "--db", recent], { env: { COLUMNS: "120" } });
  const sentence = "2 of 5 events are in the last 7 days; --date-from all";
  const { stdout } = await ask("trends", "seen", "--format", "table");
  assert.match(stdout, /, the last 7 days unless --date-from says otherwise · by day · UTC\nTotal 2 events\n/);
  assert.ok(stdout.includes(`\n${sentence}\n`));
  // In a pipe, data stays data.
  const piped = await ask("funnel", "seen");
  assert.is(piped.stderr, `hoglet: ${sentence}\n`);
  assert.is((await ask("trends", "seen", "--date-from", "all")).stderr, "");
  assert.is((await ask("trends", "lone")).stderr, "hoglet: 0 of 1 event is in the last 7 days; --date-from all\n");
  const empty = await ask("trends", "seen", "--date-from", "-5d", "--date-to", "-4d");
  assert.is(empty.stderr, "hoglet: 0 of 5 events are in this range; --date-from all\n");
});

ranges("says that a property has no numbers where their sum would be 0", async () => {
  const written = folder.file("written.db");
  const now = await createHoglet({ file: written });
  await now.capture([
    { ...ago(1), properties: { Betrag: "12,50", n: 0 } },
    { ...ago(1), properties: { Betrag: "7,50", n: 0 } },
  ]);
  await now.close();
  const sum = (property: string) =>
    runHere(["ask", "trends", "seen", "--math", "sum", "--math-property", property, "--db", written]);
  assert.match((await sum("Betrag")).stderr, "'Betrag' has values that are no numbers");
  assert.is((await sum("n")).stderr, "");
});

function ago(days: number) {
  return {
    event: "seen",
    distinct_id: "u1",
    timestamp: new Date(Date.now() - days * 86_400_000).toISOString(),
  };
}

ranges.run();
