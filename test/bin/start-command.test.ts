import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { readFileSync, writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startCommand, toStartFailure } from "../../bin/start-command.ts";
import { tempFolder } from "../support/temp-folder.ts";

const starting = suite("startCommand");

/** The command that Node would start on Windows: a process that pretends to run there reports it, and starts nothing. */
function startedOnWindows(name: string, args: readonly string[], folder: string): [string, string[], object] {
  const program = `
    import childProcess from "node:child_process";
    Object.defineProperty(process, "platform", { value: "win32" });
    process.env.comspec = "cmd.exe";
    childProcess.spawn = (command, args, { windowsVerbatimArguments }) => {
      console.log(JSON.stringify([command, args, { windowsVerbatimArguments }]));
      return { emit() {} };
    };
    const { startCommand } = await import(${JSON.stringify(pathToFileURL("bin/start-command.ts").href)});
    startCommand(${JSON.stringify(name)}, ${JSON.stringify(args)}, { PATH: ${JSON.stringify(folder)}, PATHEXT: ".EXE;.CMD" });`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  return JSON.parse(output) as [string, string[], object];
}

starting("quotes on Windows what cmd.exe is given for a script, and calls an executable directly", () => {
  const folder = tempFolder();
  for (const name of ["npm.CMD", "git.EXE"]) writeFileSync(folder.file(name), "");
  const args = ["run", "two words", 'a "quoted" one', "100%", "a&b", ""];
  assert.equal(startedOnWindows("npm", args, folder.path), [
    "cmd.exe",
    ["/d", "/s", "/c", String.raw`"npm ^"run^" ^"two^ words^" ^"a^ \^"quoted\^"^ one^" ^"100^%^" ^"a^&b^" ^"^""`],
    { windowsVerbatimArguments: true },
  ]);
  assert.equal(startedOnWindows("git", args, folder.path), ["git", args, {}]);
  folder.remove();
});

starting("hands arguments on unchanged elsewhere", async () => {
  const folder = tempFolder();
  const script = `require("fs").writeFileSync(${JSON.stringify(folder.file("args"))}, JSON.stringify(process.argv.slice(1)))`;
  const args = ["two words", 'a "quoted" one', "$HOME", "*"];
  const child = startCommand(process.execPath, ["-e", script, ...args], process.env);
  assert.is(await new Promise((resolve) => child.once("close", resolve)), 0);
  assert.equal(JSON.parse(readFileSync(folder.file("args"), "utf8")), args);
  folder.remove();
});

starting("tells why a command cannot be started, with the exit code of shells", () => {
  assert.equal(failure("ENOENT"), { code: 127, told: "nosuch is no command on the PATH, and no file." });
  assert.equal(failure("EACCES"), { code: 126, told: "nosuch cannot be started: it is not executable." });
  assert.equal(failure("E2BIG"), { code: 126, told: "nosuch cannot be started: spawn failed." });
});

function failure(code: string): ReturnType<typeof toStartFailure> {
  return toStartFailure("nosuch", Object.assign(new Error("spawn failed"), { code }));
}

starting.run();
