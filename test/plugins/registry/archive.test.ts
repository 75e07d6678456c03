import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { packTar } from "modern-tar";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readArchive } from "../../../lib/plugins/registry/archive.ts";
import { refusal } from "../plugin-world.ts";

const archives = suite("readArchive");

const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
const tgz = async (files: Record<string, string>) =>
  gzipSync(
    await packTar(
      Object.entries(files).map(([name, body]) => ({ header: { name, size: Buffer.byteLength(body) }, body })),
    ),
  );

for (const [kind, pack] of Object.entries({ zip, tgz })) {
  archives(`${kind}: gives the texts below the root folder`, async () => {
    const bytes = await pack({ "repo-1.0/plugin.json": "{}", "repo-1.0/src/a.ts": "ä", "repo-1.0/logo.png": "p" });
    assert.equal(await readArchive(bytes), { "plugin.json": "{}", "src/a.ts": "ä" });
  });

  archives(`${kind}: one without a root folder is taken as it is`, async () => {
    assert.equal(await readArchive(await pack({ "src/a.ts": "a", "plugin.json": "{}" })), {
      "src/a.ts": "a",
      "plugin.json": "{}",
    });
  });

  archives(`${kind}: files beside the root folder are left out`, async () => {
    assert.equal(await readArchive(await pack({ "one/plugin.json": "{}", "two/a.ts": "a" })), { "plugin.json": "{}" });
  });

  archives(`${kind}: a damaged one is refused`, async () => {
    const bytes = await pack({ "a/plugin.json": "{}", "a/index.js": "x".repeat(500) });
    assert.is(await refusal(() => readArchive(bytes.subarray(0, bytes.length / 2))), "400 invalid_input archive");
  });
}

archives("refuses what is neither, and what unpacks to too much", async () => {
  assert.is(await refusal(() => readArchive(Buffer.from("hello"))), "400 invalid_input archive");
  assert.is(await refusal(() => readArchive(new Uint8Array())), "400 invalid_input archive");
  const large = " ".repeat(17 * 1024 * 1024);
  assert.is(await refusal(() => readArchive(zip({ "a/plugin.json": large }))), "400 invalid_input archive");
  const packed = await tgz({ "a/plugin.json": large });
  assert.is(await refusal(() => readArchive(packed)), "400 invalid_input archive");
});

archives.run();
