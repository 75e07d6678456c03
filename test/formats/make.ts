import { existsSync } from "node:fs";
import { openDatabase } from "../../lib/log/index.ts";
import { fileOf, makeFile } from "./made.ts";

const db = openDatabase({ file: undefined, durability: "normal" });
const format = Number(db.sqlite.pragma("user_version", { simple: true }));
db.close();
if (existsSync(fileOf(format)))
  throw new Error(`${fileOf(format)} is there: a released format has a number of its own.`);
await makeFile(fileOf(format));
