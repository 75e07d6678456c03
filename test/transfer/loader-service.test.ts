import { DatabaseSync } from "node:sqlite";
import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createIds } from "../../lib/base/ids.ts";
import { parseLine } from "../../lib/transfer/index.ts";
import { createLoaderService } from "../../lib/transfer/loader-service.ts";
import { toStaged } from "../../lib/transfer/staged-line.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { createTestContext, event } from "./context.ts";

const service = suite("createLoaderService");

service("reports rows as stored though the log cannot be folded, as on a full disk", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  createTestContext(file).db.close();
  const options = { projectId: 1, persons: "create", skipBad: false, isPacked: true } as const;
  const how = { durability: "full", secureDelete: true, checkpoint: "automatic", writeWaitMs: 1000 } as const;
  const answer = createLoaderService({ file, ...options, ...how }, () => null);
  const line = toStaged(createIds(), parseLine(event("e", "u")));
  await answer({ method: "put", args: [[{ number: 1, ...line }]] });
  const { pragma } = Database.prototype;
  Database.prototype.pragma = function (text: string, ...rest: never[]) {
    if (text.startsWith("wal_checkpoint")) throw new Database.SqliteError("database or disk is full", "SQLITE_FULL");
    return pragma.call(this, text, ...rest);
  };
  const moved = await answer({ method: "move", args: [{ withEvents: true, nowMs: 0 }] });
  Database.prototype.pragma = pragma;
  assert.is(moved.kind, "done");
  await answer({ method: "close", args: [] });
  const read = new DatabaseSync(file);
  assert.is(read.prepare("SELECT count(*) AS n FROM persons").get()?.["n"], 1);
  read.close();
  folder.remove();
});

service.run();
