import { rm } from "node:fs/promises";
import { bundleCode, bundleVitest } from "./code.ts";
import { writeForms } from "./forms.ts";
import { writeLicences } from "./licences.ts";
import { makeSideFiles } from "./side-files.ts";
import { bundleTypes } from "./types.ts";

// Run by `npm run build` after the compiler, which has checked the sources and left their declarations in .cache/types. Makes
//
//   dist/index.cjs, .js, .d.cts, .d.ts …   what users import: thin files over the code, in both forms
//   dist/bin/hoglet.js                     the command
//   dist/code/                             the code in few files, and beside it what is opened by its path (lib/base/side-file.ts)
//   dist/node-version.cjs                  what each of these asks first
//   dist/THIRD-PARTY-LICENSES.txt          of the packages that are in the bundles
//
// Few files because Node takes about half a millisecond to load each one: a server of the sources' 500 files gives its first
// answer after 400 ms, this one after 200 (`npm run bench -- start`).

const [OUT, CODE, TYPES] = ["dist", "dist/code", "./.cache/types"];

await rm(CODE, { recursive: true, force: true });
const modules = await bundleCode(CODE);
modules.push(...(await makeSideFiles(CODE)));
await writeForms(OUT, CODE);
await bundleVitest(OUT);
await bundleTypes(TYPES, OUT);
await writeLicences(modules, `${OUT}/THIRD-PARTY-LICENSES.txt`);
