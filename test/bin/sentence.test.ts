import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toSentence } from "../../bin/sentence.ts";
import { HogletError } from "../../lib/index.ts";
import { fromSent, toSent } from "../../lib/storage/sent-error.ts";
import { toStorageError } from "../../lib/storage/failure.ts";
import Database from "better-sqlite3";

const sentence = suite("the sentence of a failure");

function defect(): HogletError {
  try {
    new Database(":memory:").exec("SELECT unknown");
  } catch (error) {
    return toStorageError(error);
  }
  throw new Error("SQLite knows the column.");
}

sentence("has a defect's cause, of this thread and of another, where clients get none", () => {
  const error = defect();
  assert.is(error.detail, "A server error occurred.");
  assert.is(toSentence(error), "no such column: unknown");
  assert.is(toSentence(fromSent(toSent(error))), "SqliteError: no such column: unknown");
});

sentence.run();
