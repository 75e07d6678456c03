import fs from "node:fs";
import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

// Preloaded (`node --import`) by processes that tests kill: before the call `rmSync`, or behind the call `link`, of the file whose name ends with
// the second word of `KILL_AT`.

const [call, end = ""] = (process.env["KILL_AT"] ?? "").split(" ");
const killAt = (path: unknown) => void (String(path).endsWith(end) && process.kill(process.pid, "SIGKILL"));

const { rmSync } = fs;
const { link } = fsPromises;
if (call === "rmSync")
  fs.rmSync = (...args) => {
    killAt(args[0]);
    rmSync(...args);
  };
if (call === "link")
  fsPromises.link = async (...args) => {
    await link(...args);
    killAt(args[1]);
  };
syncBuiltinESMExports();
