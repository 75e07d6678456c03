import { spawnSync } from "node:child_process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { builtCommand } from "../support/command.ts";

// What a user's compiler sees: the built declarations, by the package's own `exports` (a package may import itself by its
// name), strictly and without skipping declaration files. `consumer/` has the code, and in it `@ts-expect-error` before
// each mistake that has to be refused: one that is not is an error too.

const declarations = suite("the declarations of the package");

for (const resolution of ["nodenext", "bundler"]) {
  declarations(`let typical code compile, and refuse its mistakes, resolved by ${resolution}`, () => {
    builtCommand();
    const command = ["node_modules/typescript/bin/tsc", "-p", `test/types/consumer/tsconfig.${resolution}.json`];
    const { stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
    assert.is(stderr, "");
    // h3 and posthog-node name types of packages that are only there where they are used (crossws, express).
    const errors = stdout
      .split("\n")
      .filter((line) => line !== "" && !/^[./]*node_modules\/(h3|posthog-node)\//.test(line));
    assert.equal(errors, []);
  });
}

declarations.run();
