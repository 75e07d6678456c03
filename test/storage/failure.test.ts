import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { HogletError } from "../../lib/base/errors.ts";
import { toKnown, toStorageError } from "../../lib/storage/failure.ts";

const told = suite("toStorageError");

const answerTo = (message: string, code: string) => {
  const { status, code: own } = toStorageError(new Database.SqliteError(message, code));
  return [status, own];
};

told("memory that ran out is told as that, also where better-sqlite3 tells no code", () => {
  assert.equal(answerTo("out of memory", "SQLITE_NOMEM"), [503, "storage_failed"]);
  assert.equal(answerTo('failed to declare virtual table "heads"', "SQLITE_ERROR"), [503, "storage_failed"]);
  assert.is((toKnown(new Error("Out of memory")) as HogletError).code, "storage_failed");
  assert.is((toKnown(new Error("another")) as Error).message, "another");
});

told("codes count by their beginning, and unknown ones are hoglet's own fault", () => {
  assert.equal(answerTo("disk I/O error", "SQLITE_IOERR_FSYNC"), [503, "storage_failed"]);
  assert.equal(answerTo("disk I/O error", "SQLITE_IOERR_SHMSIZE"), [503, "storage_full"]);
  assert.equal(answerTo("malformed JSON", "SQLITE_ERROR"), [500, "storage_corrupt"]);
  assert.equal(answerTo('near "x": syntax error', "SQLITE_ERROR"), [500, "error"]);
});

told.run();
