import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openRest } from "./ask.ts";

const check = suite("POST check");

check("says how the database stands", async () => {
  const { ask, capture, ctx } = openRest();
  await capture([{ event: "seen", distinct_id: "a" }]);
  const { status, body } = await ask("POST", "/api/projects/1/check", { body: {} });
  assert.is(status, 200);
  const { ok, findings, counts } = body as unknown as { ok: boolean; findings: unknown[]; counts: { events: number } };
  assert.equal([ok, findings, counts.events], [true, [], 1]);
  ctx.db.sql("UPDATE events SET properties = '{'").run();
  const damaged = (await ask("POST", "/api/projects/1/check", { body: { repair: true } })).body as unknown as {
    ok: boolean;
    findings: { check: string; message: string; is_repairable: boolean }[];
  };
  assert.is(damaged.ok, false);
  assert.equal(
    damaged.findings.map((finding) => [finding.check, finding.is_repairable]),
    [["log", false]],
  );
});

check("is not for keys of some projects: it names events of all", async () => {
  const { ask, key } = openRest();
  assert.is((await ask("POST", "/api/projects/1/check", { key: key(["*"], [1]) })).status, 403);
  assert.is((await ask("POST", "/api/projects/1/check", { key: key(["project:read"]) })).status, 403);
});

check.run();
