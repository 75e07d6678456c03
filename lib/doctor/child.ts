import { statSync } from "node:fs";
import { openReader } from "../log/index.ts";
import { openAside, toReadOnly } from "../storage/index.ts";
import { examine } from "./examine.ts";
import type { FromDoctor, ToDoctor } from "./protocol.ts";
import type { Checkup, Examined } from "./report.ts";
import { bytesOf } from "./sizes.ts";

// The process that examines a database. `check.ts` starts it, and kills it when it has the result, or no longer wants one. It ends
// with its parent.

process.on("message", (message: ToDoctor) => send(run(message)));

function run({ source, options }: ToDoctor): FromDoctor {
  const file = typeof source === "string" ? source : null;
  let opened: ReturnType<typeof open>;
  try {
    opened = open(source);
  } catch (error) {
    return { kind: "done", examined: unopened(file, error) };
  }
  try {
    const onProgress = (progress: object) => send({ kind: "progress", progress } as FromDoctor);
    return { kind: "done", examined: examine(toReadOnly(opened.sqlite), file, options, onProgress) };
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    opened.close();
  }
}

function open(source: ToDoctor["source"]) {
  if (typeof source === "string") return openAside(source, openReader);
  const sqlite = openReader(Buffer.from(source));
  return { sqlite, close: () => void sqlite.close() };
}

/** Reasons in plain words; SQLite says "unable to open database file" for all of these. */
const REASONS: Record<string, string> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
  EISDIR: "it is a folder",
  ELOOP: "it is a link that leads nowhere",
  ENOSPC: "there is no room for a copy of it in the system's temporary folder",
};

function unopened(file: string | null, error: unknown): Examined {
  const isFolder = file !== null && isDirectory(file);
  const { code = "", message: said } = error as NodeJS.ErrnoException;
  const reason = REASONS[isFolder ? "EISDIR" : code] ?? said;
  const checkup: Checkup = {
    ok: false,
    findings: [
      {
        check: "file",
        severity: "error",
        message: `The file cannot be opened: ${reason}.`,
        advice: "Name the right file, give this user read permission, or restore a backup.",
        is_repairable: false,
      },
    ],
    schema: null,
    sizes: {
      file_bytes: file === null ? 0 : bytesOf(file),
      wal_bytes: file === null ? 0 : bytesOf(`${file}-wal`),
      parts: null,
    },
    counts: null,
    blocks: null,
    pending: null,
  };
  return {
    checkup,
    repairs: { blocks: [], eventIndex: false, uuids: [], hours: false, indexes: false, rows: [] },
  };
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function send(message: FromDoctor): void {
  process.send?.(message);
}
