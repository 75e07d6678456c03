import { chmodSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTestHoglet } from "../../adapters/testing/index.ts";
import { createHoglet } from "../../lib/index.ts";
import { run, serve } from "../bin/hoglet-process.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { whenAll } from "../support/rounds.ts";

// Other users of the machine must not read the analytics data.

/** Modes of all files in a folder, by name. */
function modesIn(path: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(path).map((name) => [name, (statSync(`${path}/${name}`).mode & 0o777).toString(8)]),
  );
}

const files = suite("security: files");

files("a database and all that lies beside it is for its owner alone, while it is open and afterwards", async () => {
  const folder = tempFolder();
  const before = process.umask(0o000);
  try {
    const hoglet = await createHoglet({ file: folder.file("a.db") });
    await hoglet.capture({ event: "a", distinct_id: "u" });
    const manifest = '{"name":"p","config":[{"key":"k","type":"string","secret":true}]}';
    const { id } = await hoglet.plugins.install({ files: { "plugin.json": manifest, "index.js": "exports.a = 1" } });
    await hoglet.pluginConfigs.create({ plugin: id, order: 1, enabled: false, config: { k: "secret" } });
    const modes = modesIn(folder.path);
    for (const name of ["a.db", "a.db-shm", "a.db-wal", "a.db.key"]) assert.is(modes[name], "600", name);
    await hoglet.close();
    assert.equal(new Set(Object.values(modesIn(folder.path))), new Set(["600"]));
  } finally {
    process.umask(before);
    folder.remove();
  }
});

whenAll(files)(
  "so is one at the end of a link that led nowhere, one named with blanks, and one that the command makes",
  async () => {
    const folder = tempFolder();
    const before = process.umask(0o000);
    try {
      symlinkSync(folder.file("target.db"), folder.file("link.db"));
      for (const name of ["link.db", "blank.db "]) {
        const hoglet = await createHoglet({ file: folder.file(name) });
        await hoglet.close();
      }
      await (await serve([folder.file("served.db")])).stop();
      await run(["import", "--db", folder.file("imported.db"), "-"], {
        input: '{"kind":"event","event":"a","distinct_id":"u1","timestamp":"2025-01-15T12:00:00Z"}\n',
      });
      const modes = modesIn(folder.path);
      for (const name of ["target.db", "blank.db", "served.db", "imported.db"]) assert.is(modes[name], "600", name);
      assert.equal(new Set(Object.values(modes)), new Set(["600"]));
    } finally {
      process.umask(before);
      folder.remove();
    }
  },
);

files("a database that is there keeps the mode that its owner gave it", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  await (await createHoglet({ file })).close();
  chmodSync(file, 0o640);
  await (await createHoglet({ file })).close();
  assert.is((statSync(file).mode & 0o777).toString(8), "640");
  folder.remove();
});

files("so is a snapshot that the test kit writes", async () => {
  const folder = tempFolder();
  const before = process.umask(0o000);
  await using hoglet = await createTestHoglet();
  await hoglet.snapshot(folder.file("a.ndjson"));
  process.umask(before);
  assert.equal(modesIn(folder.path), { "a.ndjson": "600" });
  folder.remove();
});

files.run();
