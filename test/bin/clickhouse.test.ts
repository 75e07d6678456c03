import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { runHere } from "./run-here.ts";

// Refusals; test/scale has the commands on a ClickHouse that answers.

const clickhouse = suite("--clickhouse");

const NOBODY = "http://127.0.0.1:9";

for (const [given, env, told] of [
  ["ftp://a.test", {}, /--clickhouse: Expected a URL such as/],
  ["http://me:secret@a.test", {}, /Leave user and password out of the address/],
  [NOBODY, { HOGLET_CLICKHOUSE_DATABASE: "a b" }, /HOGLET_CLICKHOUSE_DATABASE: Expected 1 to 63 letters/],
  [NOBODY, { HOGLET_CLICKHOUSE_PASSWORD: "secret" }, /ClickHouse does not answer/],
] as const) {
  clickhouse(`refuses ${given} ${Object.keys(env).join(" ")} in a sentence, without a password`, async () => {
    const folder = tempFolder();
    const file = folder.file("a.db");
    await (await createHoglet({ file })).close();
    const { code, stdout, stderr } = await runHere(["rebuild", "--db", file, "--clickhouse", given], { env });
    assert.equal([code, stdout], [1, ""]);
    assert.match(stderr, told);
    assert.not.match(stderr, /secret/);
    folder.remove();
  });
}

clickhouse.run();
