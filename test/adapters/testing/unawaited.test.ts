import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTestHoglet, expectHoglet, runnerMatchers } from "../../../adapters/testing/index.ts";
import { whenAll } from "../../support/rounds.ts";

const unawaited = suite("assertions without await");

/** The message of a call that has to reject. */
async function refusal(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
  } catch (error) {
    assert.is((error as Error).name, "UnawaitedError");
    return (error as Error).message;
  }
  return assert.unreachable("expected a refusal") as never;
}

/** Long enough for a check without work to end. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
};

unawaited("make the next call reject, with the place of the assertion", async () => {
  await using hoglet = await createTestHoglet();
  await hoglet.capture({ event: "a", distinct_id: "u1" });
  void expectHoglet(hoglet).toHaveCaptured("a");
  await turns();
  const message = await refusal(() => hoglet.events());
  assert.match(
    message,
    /^An assertion was not awaited: write "await" before toHaveCaptured, at test\/adapters\/testing\/unawaited\.test\.ts:\d+:\d+\.$/,
  );
  assert.is((await hoglet.events()).length, 1);
});

unawaited("that fail make close() reject with the failure, and no other test", async () => {
  const hoglet = await createTestHoglet();
  void expectHoglet(hoglet).toHaveCaptured("nowhere");
  const message = await refusal(() => hoglet.close());
  assert.match(message, /It failed:\nExpected "nowhere" to be captured/);
});

unawaited("make reset() reject, in a tenant too", async () => {
  await using hoglet = await createTestHoglet();
  const tenant = await hoglet.tenant("a");
  void expectHoglet(tenant).not.toHaveCaptured("a");
  assert.match(await refusal(() => tenant.reset()), /before toHaveCaptured/);
  void hoglet.expectFunnel(["a", "b"]).toConvert({ entered: 0 });
  assert.match(await refusal(() => hoglet.reset()), /before toConvert/);
});

unawaited("of a runner make close() reject while they run", async () => {
  const hoglet = await createTestHoglet();
  void runnerMatchers().toHaveCaptured(hoglet, "a");
  assert.match(await refusal(() => hoglet.close()), /before toHaveCaptured, at test\/adapters/);
});

unawaited("are none when they are awaited together, later, or as a failure", async () => {
  await using hoglet = await createTestHoglet();
  await hoglet.capture({ event: "a", distinct_id: "u1" });
  const checks = expectHoglet(hoglet);
  await Promise.all([checks.toHaveCaptured("a"), checks.toHavePerson("u1"), checks.toHaveCapturedTimes("a", 1)]);
  const later = checks.toHaveCaptured("a");
  await later;
  await checks.toHaveCaptured("b").catch((error: unknown) => assert.match(String(error), /"b"/));
  await turns();
  assert.is((await hoglet.events()).length, 1);
});

whenAll(unawaited)("that fail make a process fail that calls nothing more", () => {
  const folder = mkdtempSync(join(process.cwd(), ".unawaited-"));
  try {
    const file = join(folder, "forgotten.ts");
    const kit = join(process.cwd(), "adapters/testing/index.ts");
    const lines = [
      `import { createTestHoglet, expectHoglet } from ${JSON.stringify(kit)};`,
      "const hoglet = await createTestHoglet();",
      'void expectHoglet(hoglet).toHaveCaptured("nowhere");',
    ];
    writeFileSync(file, lines.join("\n"));
    execFileSync(process.execPath, [file], { encoding: "utf8", stdio: "pipe" });
    assert.unreachable("expected exit code 1");
  } catch (error) {
    const { status, stderr } = error as { status?: number; stderr?: string };
    assert.is(status, 1);
    assert.match(stderr ?? "", /before toHaveCaptured, at .*forgotten\.ts:3:\d+\. It failed:/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

unawaited.run();
