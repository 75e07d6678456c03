import { execFileSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { writeBillOfMaterials } from "./bill-of-materials.ts";
import { bundleCode, bundleVitest } from "./code.ts";
import { writeForms, writeModuleTypes } from "./forms.ts";
import { packagesOf, writeLicences } from "./licences.ts";
import { makeSideFiles } from "./side-files.ts";
import { forgetBuilt, noteBuilt } from "./stale.ts";
import type { Part } from "./stale.ts";
import { bundleTypes } from "./types.ts";

// `npm run build` makes everything again. Tests name the part that they need and that is stale: `node build/index.ts code`.
//
//   dist/index.cjs, .js, .d.cts, .d.ts …   what users import: thin files over the code, in both forms
//   dist/bin/hoglet.js                     the command
//   dist/code/                             the code, a file for each stage of a process or folder, and beside it what is opened by its path (lib/base/side-file.ts)
//   dist/node-version.cjs                  what each of these asks first
//   dist/THIRD-PARTY-LICENSES.txt          of the packages that are in the bundles
//   dist/bundled.cdx.json                  their list, for tools that look for known faults
//
// Not a file for each module, because Node takes about half a millisecond to load one; nor one for all, because it takes as long
// for each 5 kB (`stages.ts`, `lazy-chunks.ts`, `npm run bench -- start`).

const [OUT, CODE, TYPES] = ["dist", "dist/code", "./.cache/types"];

const MAKE: Record<Part, () => Promise<void>> = {
  /** The declarations: half of the work. The compiler checks the sources and leaves theirs in .cache/types. */
  async types() {
    execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"], {
      stdio: "inherit",
    });
    await bundleTypes(TYPES, OUT);
    await writeModuleTypes(OUT);
  },
  /** All that runs. */
  async code() {
    await rm(CODE, { recursive: true, force: true });
    const modules = await bundleCode(CODE);
    // The package is one of ES modules.
    await writeFile(`${CODE}/package.json`, `{ "type": "commonjs" }\n`);
    modules.push(...(await makeSideFiles(CODE)));
    await writeForms(OUT, CODE);
    await bundleVitest(OUT);
    const packages = packagesOf(modules);
    await writeLicences(packages, `${OUT}/THIRD-PARTY-LICENSES.txt`);
    await writeBillOfMaterials(packages, `${OUT}/bundled.cdx.json`);
  },
};

const named = process.argv.slice(2) as Part[];
if (named.length === 0) await rm(OUT, { recursive: true, force: true });
for (const part of named.length === 0 ? (["types", "code"] as const) : named) {
  forgetBuilt(part);
  await MAKE[part]();
  noteBuilt(part);
}
