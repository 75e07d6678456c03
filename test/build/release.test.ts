import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tempFolder } from "../support/temp-folder.ts";

const releasing = suite("what is asked of a commit before it is published");

/** The faults of a folder with these two files and these commits. */
function faultsOf(manifest: object, changelog: string, commits: (git: (...args: string[]) => void) => void): string[] {
  const folder = tempFolder();
  writeFileSync(folder.file("package.json"), JSON.stringify({ name: "a", version: "1.2.0", ...manifest }));
  writeFileSync(folder.file("CHANGELOG.md"), changelog);
  const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  const git = (...args: string[]) => void execFileSync("git", [...author, ...args], { cwd: folder.path });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "one");
  commits(git);
  const { stderr } = spawnSync(process.execPath, [resolve("build/release.ts")], { cwd: folder.path, encoding: "utf8" });
  folder.remove();
  return stderr.split("\n").filter((line) => /^(?:package\.json|CHANGELOG\.md|git):/.test(line));
}

const READY = "# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-11-30\n\n### Added\n\n- All.\n";

releasing("names what the manifest and the changelog lack", () => {
  const changelog = "# Changelog\n\n## Unreleased\n\n### Added\n\n- More.\n\n## 1.1.0 - 2026-11-29\n";
  assert.equal(
    faultsOf({}, changelog, () => {}).map((line) => line.split(/[:;]/)[1]?.trim()),
    ["`repository` is not set", "changes are left under Unreleased.", "1.2.0 is not its newest version."],
  );
});

releasing("names files that are not committed, and a version that was published from another commit", () => {
  const faults = faultsOf({ repository: "github:a/a" }, READY, (git) => {
    git("tag", "v1.2.0");
    git("commit", "--quiet", "--allow-empty", "--message", "two");
    git("rm", "--quiet", "CHANGELOG.md", "--cached");
  });
  assert.equal(faults, [
    "git: files are changed and not committed.",
    "git: the tag v1.2.0 stands at another commit: this version was published.",
  ]);
});

releasing.run();
