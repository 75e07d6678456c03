import { openReader, toReadOnly } from "../storage/index.ts";
import { examine } from "./examine.ts";
import type { FromDoctor, ToDoctor } from "./protocol.ts";
import type { Checkup, Examined } from "./report.ts";

// The process that examines a database: started by `check.ts`, which kills it when nobody wants the result. It ends by itself.

process.once("message", (message: ToDoctor) => {
  send(run(message));
  process.disconnect();
});

function run({ source, options }: ToDoctor): FromDoctor {
  const file = typeof source === "string" ? source : null;
  let sqlite: ReturnType<typeof openReader>;
  try {
    sqlite = openReader(typeof source === "string" ? source : Buffer.from(source));
  } catch (error) {
    return { kind: "done", examined: unopened(error) };
  }
  try {
    const onProgress = (progress: object) => send({ kind: "progress", progress } as FromDoctor);
    return { kind: "done", examined: examine(toReadOnly(sqlite), file, options, onProgress) };
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    sqlite.close();
  }
}

function unopened(error: unknown): Examined {
  const reason = error instanceof Error ? error.message : String(error);
  const checkup: Checkup = {
    ok: false,
    findings: [
      {
        check: "file",
        severity: "error",
        message: `The file cannot be opened: ${reason}.`,
        advice: "Name the right file, see that it may be read, or restore a backup.",
        is_repairable: false,
      },
    ],
    schema: null,
    sizes: { file_bytes: 0, wal_bytes: 0, parts: null },
    counts: null,
    blocks: null,
    pending: null,
  };
  return { checkup, repairs: { blocks: [], eventIndex: false, indexes: false } };
}

function send(message: FromDoctor): void {
  process.send?.(message);
}
