import { readFileSync } from "node:fs";
import type { Random } from "../../fixtures/random.ts";

/** A recorded call, see `record-writes.c`. */
export interface RecordedCall {
  kind: "write" | "truncate" | "sync begins" | "sync ends";
  file: string;
  /** Where it writes; the size that is left; the number of a sync. */
  offset: number;
  atMs: number;
  bytes: Buffer;
}

const KINDS = [undefined, "write", "truncate", "sync begins", "sync ends"] as const;
const HEAD_BYTES = 32;

/** Reads a record. */
export function readRecord(path: string): RecordedCall[] {
  const data = readFileSync(path);
  const calls: RecordedCall[] = [];
  for (let at = 0; at + HEAD_BYTES <= data.length;) {
    const kind = KINDS[data[at] as number];
    const nameAt = at + HEAD_BYTES;
    const bytesAt = nameAt + (data[at + 1] as number);
    const end = bytesAt + Number(data.readBigInt64LE(at + 8));
    if (kind === undefined) throw new Error(`No record at ${at}.`);
    calls.push({
      kind,
      file: data.toString("utf8", nameAt, bytesAt),
      offset: Number(data.readBigInt64LE(at + 16)),
      atMs: Number(data.readBigInt64LE(at + 24)) / 1e6,
      bytes: data.subarray(bytesAt, end),
    });
    at = end;
  }
  return calls;
}

/** Bytes that a disk writes whole. */
const SECTOR = 512;

/** Files as a disk has them, after calls that come in order; a power cut keeps any part of what no sync has brought to it. */
export class Disk {
  readonly #files = new Map<string, { durable: Buffer; waiting: RecordedCall[] }>();
  readonly #syncs = new Map<number, { file: string; count: number }>();

  constructor(files: ReadonlyMap<string, Buffer>) {
    for (const [file, durable] of files) this.#files.set(file, { durable, waiting: [] });
  }

  play(call: RecordedCall): void {
    const file = this.#files.get(call.file) ?? { durable: Buffer.alloc(0), waiting: [] };
    this.#files.set(call.file, file);
    if (call.kind === "sync begins") this.#syncs.set(call.offset, { file: call.file, count: file.waiting.length });
    else if (call.kind !== "sync ends") file.waiting.push(call);
    else {
      // A write while a sync runs may come too late for it.
      const synced = file.waiting.splice(0, this.#syncs.get(call.offset)?.count ?? 0);
      this.#syncs.delete(call.offset);
      for (const other of this.#syncs.values()) if (other.file === call.file) other.count -= synced.length;
      file.durable = applied(file.durable, synced);
    }
  }

  /** The files after a cut: of what waits, all, nothing, some of it, or its start with a torn end. */
  cut(random: Random): Map<string, Buffer> {
    const how = random.pick(["all", "nothing", "some", "some", "torn", "torn"] as const);
    return new Map(
      [...this.#files].map(([file, { durable, waiting }]) => {
        let kept = how === "nothing" ? [] : waiting;
        if (how === "some") kept = waiting.filter(() => random.chance(0.5)).map((call) => tear(call, random, 0.1));
        if (how === "torn") {
          kept = waiting.slice(0, random.integer(0, waiting.length));
          kept = kept.map((call, index) => tear(call, random, index === kept.length - 1 ? 1 : 0));
        }
        return [file, applied(durable, kept)];
      }),
    );
  }
}

function tear(call: RecordedCall, random: Random, chance: number): RecordedCall {
  if (call.kind !== "write" || !random.chance(chance)) return call;
  return { ...call, bytes: call.bytes.subarray(0, SECTOR * random.integer(0, Math.floor(call.bytes.length / SECTOR))) };
}

/** The bytes after some calls, which are writes and truncations. */
function applied(before: Buffer, calls: readonly RecordedCall[]): Buffer {
  let size = before.length;
  const most = Math.max(size, ...calls.map(({ offset, bytes }) => offset + bytes.length));
  const after = Buffer.alloc(most);
  before.copy(after);
  for (const { kind, offset, bytes } of calls) {
    if (kind === "truncate") after.fill(0, offset);
    else bytes.copy(after, offset);
    if (kind === "truncate") size = offset;
    else if (bytes.length > 0) size = Math.max(size, offset + bytes.length);
  }
  return after.subarray(0, size);
}
