import { isMalformedJson, toStorageError } from "../storage/index.ts";
import { Refusal } from "../hogql/index.ts";
import { createStatementRunner } from "./statement-runner.ts";
import type { Found, FromChild, Question, ToChild } from "./protocol.ts";
import { startWatch } from "../base/watch.ts";

// The query process: answers one question after the other. `runner.ts` starts and ends it. A thread watches time and
// memory, since this one cannot while SQLite works.

/** Rows in one message: the host's main thread reads a message in one piece, 200 rows of `*` in 1 ms. */
const ROWS_AT_ONCE = 200;

const statements = createStatementRunner();
const watch = startWatch();

process.on("message", (message: ToChild) => {
  if (message.kind === "forget") {
    statements.close();
    return send({ kind: "ready" });
  }
  send({ kind: "begun" });
  send(reply(message));
});
send({ kind: "ready" });

function reply(message: Question): FromChild {
  try {
    const { rows, ...found } = answer(message);
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      send({ kind: "rows", rows: rows.slice(at, at + ROWS_AT_ONCE) });
    }
    return { kind: "found", found };
  } catch (error) {
    const { status, code, detail } = toStorageError(error);
    if (status === 503) return { kind: "failed", code, detail };
    if (code === "storage_corrupt" && !isMalformedJson(error)) return { kind: "damaged", detail };
    // The statement's own text may not be JSON.
    return { kind: "refused", ...toFault(error) };
  }
}

function toFault(error: unknown): { detail: string; code: string } {
  if (error instanceof Refusal) return { detail: error.message, code: error.code };
  return { detail: error instanceof Error ? error.message : String(error), code: "invalid_input" };
}

function answer({ source, request }: Question): Found {
  if (source !== null) statements.open(source);
  watch.begin(request);
  try {
    return statements.answer(request);
  } finally {
    watch.end();
  }
}

function send(message: FromChild): void {
  process.send?.(message);
}
