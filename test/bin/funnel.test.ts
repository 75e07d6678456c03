import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { runHere } from "./run-here.ts";

const folder = tempFolder();
const file = folder.file("a.db");
const hoglet = await createHoglet({ file });
const at = (event: string, distinctId: string, time: string, plan = "x") => ({
  event,
  distinct_id: distinctId,
  timestamp: `2024-01-02T${time}Z`,
  properties: { plan },
});
await hoglet.capture([
  at("in", "u1", "10:00:00"),
  at("out", "u1", "10:01:30"),
  at("in", "u2", "10:00:00", "y"),
  at("in", "u3", "10:00:00", "y"),
  at("out", "u3", "11:00:00"),
]);
await hoglet.close();

const ask = (...flags: string[]) =>
  runHere(["funnel", "in", "out", "--db", file, "--date-from", "2024-01-01", ...flags]);

const command = suite("hoglet funnel");

command("shows how many got how far", async () => {
  const { code, stdout, stderr } = await ask("--window", "30minutes");
  const expected = [
    [1, "in", 3, null],
    [2, "out", 1, 90],
  ];
  const rows = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.equal([code, stderr], [0, ""]);
  assert.equal(
    rows.map(({ step, name, count, median_seconds: seconds }) => [step, name, count, seconds]),
    expected,
  );
  const { stdout: values } = await ask("--breakdown", "plan", "--format", "table");
  assert.match(values, /^y +2 +1 +50 % +█+$/m);
});

command("takes short units of the window", async () => {
  for (const [window, converted] of [
    ["80s", 0],
    ["100s", 1],
    ["1d", 2],
  ] as const) {
    const steps = JSON.parse((await ask("--window", window, "--json")).stdout) as { count: number }[];
    assert.is(steps[1]?.count, converted, window);
  }
  assert.is((await ask("--window", "5m")).code, 2);
});

command("explains one person", async () => {
  const { stdout } = await ask("--window", "30minute", "--explain", "u3", "--format", "table");
  assert.match(stdout, /^1 +in +1 +2024-01-02T10:00:00/m);
  assert.match(stdout, /^2 +out +0 +no +out of window \(out, 2024-01-02T11:00:00/m);
  assert.match(stdout, /^A person takes the steps/m);
});

command("prints JSON for programs", async () => {
  const steps = JSON.parse((await ask("--json")).stdout) as { count: number }[];
  assert.equal(
    steps.map(({ count }) => count),
    [3, 2],
  );
  const { parts } = JSON.parse((await ask("--json", "--explain", "u2")).stdout) as { parts: { count: number }[] };
  assert.equal(
    parts.map(({ count }) => count),
    [1, 0],
  );
});

command("says in a sentence what is wrong", async () => {
  const nobody = await ask("--explain", "nobody");
  assert.equal([nobody.code, nobody.stdout], [1, ""]);
  assert.match(nobody.stderr, /nobody has the distinct id 'nobody'/);
  assert.is((await ask("--window", "soon")).code, 2);
});

command.run();
