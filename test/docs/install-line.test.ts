import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tempFolder } from "../support/temp-folder.ts";

const it = suite("the line that installs hoglet from a clone");

for (const page of ["README.md", "docs/getting-started.md"]) {
  it(`of ${page} prepares the clone, and stops where a step fails`, () => {
    const line = /^\(cd \.\.\/hoglet.*$/m.exec(readFileSync(page, "utf8"))?.[0] ?? "";
    const folder = tempFolder();
    for (const name of ["app", "hoglet", "bin"]) mkdirSync(folder.file(name));
    const npm = folder.file("bin/npm");
    writeFileSync(npm, `#!/bin/sh\necho "$PWD: $*" >> ${folder.file("calls")}\n[ "$1" != "$FAILS" ]\n`);
    chmodSync(npm, 0o755);
    const run = (fails: string) => {
      writeFileSync(folder.file("calls"), "");
      const env = { PATH: `${folder.file("bin")}:${process.env["PATH"]}`, FAILS: fails };
      const { status } = spawnSync("sh", ["-c", line], { cwd: folder.file("app"), env });
      return {
        status,
        calls: readFileSync(folder.file("calls"), "utf8").replaceAll(folder.path, "").trim().split("\n"),
      };
    };
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    const install = `/app: install ../hoglet/hoglet-${version}.tgz posthog-node`;
    assert.equal(run("none"), { status: 0, calls: ["/hoglet: ci", "/hoglet: pack", install] });
    for (const step of ["ci", "pack"]) {
      const { status, calls } = run(step);
      assert.is(status, 1);
      assert.not.ok(calls.includes(install));
    }
    folder.remove();
  });
}

it.run();
