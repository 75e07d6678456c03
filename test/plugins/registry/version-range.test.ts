import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isVersionRange } from "../../../lib/plugins/registry/version-range.ts";

const range = suite("isVersionRange");

// Ranges of published manifests, and of the grammar of npm's semver.
const GOOD = [
  ">=1.24.0",
  ">= 1.25.0",
  ">=1.25.0 <2.0.0",
  ">= 1.25.0, < 2",
  "^1.2.3",
  "~1.2",
  "1.x",
  "1.2.*",
  "*",
  "1.2.3 - 2.3.4",
  "^1.2 || >=3.0.0-beta.1",
  "=1.0.0",
  "v1.2.3",
  "1.2.3+build.5",
];

const BAD = ["", "huh", ">=", "1.2.3.4", ">>1.0", "1..2", "01.2.3", "1.2.3 ||", "^", "1.2.3-", "latest"];

for (const text of GOOD) range(`takes ${text}`, () => assert.ok(isVersionRange(text)));
for (const text of BAD) range(`refuses "${text}"`, () => assert.not.ok(isVersionRange(text)));

range.run();
