import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ensureBuilt } from "../support/command.ts";
import { whenAll } from "../support/rounds.ts";

interface Component {
  type: string;
  name: string;
  version: string;
  purl: string;
  licenses: { expression: string }[];
}

const bill = suite("the list of bundled packages");

whenAll(bill)("has those of THIRD-PARTY-LICENSES.txt, in the versions that are installed", () => {
  ensureBuilt("code");
  const { bomFormat, components } = JSON.parse(readFileSync("dist/bundled.cdx.json", "utf8")) as {
    bomFormat: string;
    components: Component[];
  };
  assert.is(bomFormat, "CycloneDX");
  const notices = readFileSync("dist/THIRD-PARTY-LICENSES.txt", "utf8");
  const named = [...notices.matchAll(/^(@?[\w./-]+) (\d+\.\d+\.\d+\S*) \((.+?)\)/gm)].map(
    ([, name, version, licence]) => [name, version, licence],
  );
  assert.ok(named.length > 30);
  assert.equal(
    components.map(({ name, version, licenses }) => [name, version, licenses[0]?.expression]).toSorted(),
    named.toSorted(),
  );
  for (const { name, version, purl } of components) {
    const manifest = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")) as { version: string };
    assert.is(version, manifest.version);
    assert.is(decodeURIComponent(purl), `pkg:npm/${name}@${version}`);
  }
});

bill.run();
