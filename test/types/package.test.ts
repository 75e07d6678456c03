import { spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { blocksOf, DOCUMENTS } from "../support/documents.ts";
import { ensureBuilt } from "../support/command.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { sayMissing } from "../support/skipped.ts";
import { whenAll } from "../support/rounds.ts";

// Compiles code as a user's compiler does: against the built declarations, by the package's own `exports` (a package may
// import itself by its name), strictly, with declaration files checked. `consumer/` has the code, with `@ts-expect-error`
// before each mistake that the compiler has to refuse; an accepted mistake is an error too.

const PROJECTS = ["nodenext", "bundler"].map((resolution) => `test/types/consumer/tsconfig.${resolution}.json`);

/** Compilers besides the project's, from the oldest that the README promises, in a separate folder that CI installs. */
const OTHERS = "test/types/compilers/node_modules";

/** The project's own. */
const OWN = "node_modules/typescript/bin/tsc";

const declarations = suite("the declarations of the package");

whenAll(declarations)("let typical code compile, and refuse its mistakes", () => {
  for (const project of PROJECTS) assert.equal(errorsOf([OWN, "-p", project]), []);
});

whenAll(declarations)("let each block of the documents compile", () => {
  assert.equal(errorsOf([OWN, "-p", writeBlocks()]), []);
});

for (const compiler of others()) {
  whenAll(declarations)(`let it compile, and refuse its mistakes: ${compiler}`, () => {
    assert.equal(errorsOf(["test/types/compile.ts", resolve(OTHERS, compiler), ...PROJECTS, writeBlocks()]), []);
  });
}

/** The blocks as files within the package, which may import itself by its name. @returns the project of all */
function writeBlocks(): string {
  const folder = ".cache/blocks";
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of DOCUMENTS) {
    const blocks = blocksOf(file).filter(({ language }) => language === "ts");
    // As a module, also where it imports nothing.
    for (const [index, { code }] of blocks.entries())
      writeFileSync(join(folder, `${file.replaceAll("/", "-")}-${index + 1}.mts`), `${code}\nexport {};\n`);
  }
  const project = join(folder, "tsconfig.json");
  const own = resolve("test/types/consumer/tsconfig.nodenext.json");
  writeFileSync(project, JSON.stringify({ extends: own, files: [], include: ["*.mts"] }));
  return project;
}

whenAll(declarations)("compile without posthog-node, Jest and Vitest, which a user may not have", () => {
  const folder = tempFolder();
  for (const path of ["package.json", ...globSync("dist/**/*.d.{ts,cts}")]) {
    cpSync(path, folder.file(join("node_modules/hoglet", path)));
  }
  const types = folder.file("node_modules/@types/node");
  mkdirSync(dirname(types), { recursive: true });
  symlinkSync(resolve("node_modules/@types/node"), types);
  const compilerOptions = { module: "nodenext", types: ["node"], strict: true, skipLibCheck: false, noEmit: true };
  writeFileSync(folder.file("tsconfig.json"), JSON.stringify({ compilerOptions, files: ["test.mts"] }));
  writeFileSync(folder.file("test.mts"), TEST_OF_A_USER);
  assert.equal(errorsOf([OWN, "-p", folder.path]), []);
  folder.remove();
});

const TEST_OF_A_USER = `
import "hoglet"; import "hoglet/clickhouse"; import "hoglet/engine"; import "hoglet/h3"; import "hoglet/posthog"; import "hoglet/ui";
import { createTestHoglet } from "hoglet/testing";
import { expect } from "hoglet/testing/node";
const hoglet = await createTestHoglet();
await hoglet.capture({ event: "a", distinct_id: "u" });
// @ts-expect-error -- no event without its person
await hoglet.capture({ event: "a" });
await expect(hoglet).toHaveCaptured("a");
`;

function others(): string[] {
  if (existsSync(OTHERS)) return readdirSync(OTHERS).filter((name) => name.startsWith("typescript"));
  sayMissing("types with older compilers", "npm install --prefix test/types/compilers");
  return [];
}

function errorsOf(command: readonly string[]): string[] {
  ensureBuilt("types");
  const { stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
  assert.is(stderr, "");
  // posthog-node names types of a package that is only there where it is used (express), and h3 overrides a member that older libraries
  // of the compiler lack. Lines with a blank belong to the error above.
  const errors = stdout.split(/\n(?! )/).filter((error) => error.trim() !== "");
  return errors.filter((error) => !/^[./]*node_modules\/(?:posthog-node|h3)\//.test(error));
}

declarations.run();
