import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

// `npm run release:check`: the checks of a commit before `npm publish`, for a person and for the workflow that publishes.
// It publishes nothing.

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  name: string;
  version: string;
  repository?: unknown;
};
const faults = [...faultsOfManifest(), ...faultsOfChangelog(), ...faultsOfCommit()];
// Last, because it builds the package.
if (faults.length === 0 && spawnSync("npm", ["publish", "--dry-run"], { stdio: "inherit", shell: true }).status !== 0)
  faults.push("`npm publish --dry-run` failed, see above.");
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length === 0)
  process.stdout.write(`${manifest.name} ${manifest.version} may be published, once .ci/run ends with "0 failed".\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

function faultsOfManifest(): string[] {
  return manifest.repository !== undefined
    ? []
    : ["package.json: `repository` is not set; npm's page and its proof of origin need the public address."];
}

function faultsOfChangelog(): string[] {
  const [, unreleased = "", newest = ""] = readFileSync("CHANGELOG.md", "utf8").split(/^## /m);
  const changes = unreleased.replace("Unreleased", "").trim();
  return [
    ...(changes === "" ? [] : ["CHANGELOG.md: changes are left under Unreleased."]),
    ...(newest.startsWith(`${manifest.version} - `)
      ? []
      : [`CHANGELOG.md: ${manifest.version} is not its newest version.`]),
  ];
}

function faultsOfCommit(): string[] {
  const tag = `v${manifest.version}`;
  const isTagged = git("tag", "--list", tag) !== "";
  return [
    ...(git("status", "--porcelain") === "" ? [] : ["git: files are changed and not committed."]),
    ...(isTagged && git("rev-list", "-n", "1", tag) !== git("rev-parse", "HEAD")
      ? [`git: the tag ${tag} stands at another commit: this version was published.`]
      : []),
  ];
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8" }).trim();
}
