import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { builtCommand } from "../support/command.ts";

// What a user's compiler sees: the built declarations, by the package's own `exports` (a package may import itself by its
// name), strictly and without skipping declaration files. `consumer/` has the code, and in it `@ts-expect-error` before
// each mistake that has to be refused: one that is not is an error too.

const declarations = suite("the declarations of the package");

/** Compilers beside the project's own, from the oldest that the README promises: a folder of their own, which CI installs. */
const OTHERS = "test/types/compilers/node_modules";

const compilers = ["typescript", ...others().map((name) => join("..", OTHERS, name))];

for (const compiler of compilers) {
  for (const resolution of ["nodenext", "bundler"]) {
    declarations(`let typical code compile, and refuse its mistakes: ${compiler}, resolved by ${resolution}`, () => {
      builtCommand();
      assert.equal(errorsOf(compiler, `test/types/consumer/tsconfig.${resolution}.json`), []);
    });
  }
}

function others(): string[] {
  if (existsSync(OTHERS)) return readdirSync(OTHERS).filter((name) => name.startsWith("typescript"));
  process.stderr.write("\nSKIPPED: types with older compilers: npm install --prefix test/types/compilers\n");
  return [];
}

function errorsOf(compiler: string, project: string): string[] {
  const command = [join("node_modules", compiler, "bin/tsc"), "-p", project];
  // Of the compiler no coverage is wanted: it would take three times as long.
  // Named, since Node gives children the variable by itself.
  const env = { ...process.env, NODE_V8_COVERAGE: undefined };
  const { stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8", env });
  assert.is(stderr, "");
  // posthog-node names types of a package that is only there where it is used (express).
  return stdout.split("\n").filter((line) => line !== "" && !/^[./]*node_modules\/posthog-node\//.test(line));
}

declarations.run();
