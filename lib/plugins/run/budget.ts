import { invalid } from "../../base/errors.ts";
import type { Parts } from "./parts.ts";

/** Bytes that a config may keep in storage, cache, jobs and logs. */
export interface Budget {
  /** Bytes left. */
  left(): number;
  /**
   * Checks a row before the write transaction, whose rollback would clear every cache of the handle.
   * @param bytes of the row (`rowBytes`)
   * @param replaced bytes of the row that it replaces; called only when needed
   * @throws invalid when no room is left
   */
  reserve(bytes: number, replaced?: () => number): void;
  /** Bytes of logs over their share: a plugin cannot delete logs. */
  logExcess(): number;
}

/** Default of `pluginLimits.keptBytes`: 30 times as much as published plugins keep. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** The share of logs, whose oldest lines are deleted, so that a plugin that logs much can still store data. */
const LOG_SHARE = 0.25;
/** Bytes of a row besides texts, as triggers of `plugin_usage` count. */
const ROW_BYTES = 128;

interface Usage {
  bytes: number;
  log_bytes: number;
}

export function openBudget({ db, options }: Pick<Parts, "db" | "options">, configId: number): Budget {
  const limit = options.pluginLimits?.keptBytes ?? KEPT_BYTES;
  const read = (): Usage => {
    const row = db.sql("SELECT bytes, log_bytes FROM plugin_usage WHERE config_id = ?").get(configId);
    return (row as Usage | undefined) ?? { bytes: 0, log_bytes: 0 };
  };
  return {
    left: () => limit - read().bytes,
    reserve(bytes, replaced = () => 0) {
      const left = limit - read().bytes;
      if (bytes <= left || bytes - replaced() <= Math.max(left, 0)) return;
      throw invalid(
        null,
        `This config may keep ${limit} bytes in storage, cache, jobs and logs, and ${Math.max(left, 0)} are left: delete what is not needed.`,
      );
    },
    logExcess: () => Math.max(0, read().log_bytes - Math.floor(limit * LOG_SHARE)),
  };
}

/** Bytes that a row with these texts counts. */
export function rowBytes(...texts: string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), ROW_BYTES);
}

/** Characters of a kept text; larger ones block the event loop for longer. */
const MAX_VALUE_CHARS = 1_000_000;
const MAX_KEY_CHARS = 8192;

/** @throws invalid; TypeError for a value that is not text, which a plugin with its own JSON may send */
export function checkKey(key: string): void {
  if (typeof key !== "string") throw new TypeError("A key is a text.");
  if (key.length > MAX_KEY_CHARS) throw invalid(null, `A key may have ${MAX_KEY_CHARS} characters.`);
}

/** @throws as `checkKey` */
export function checkValue(value: string): void {
  if (typeof value !== "string") throw new TypeError("A value is a text.");
  if (value.length > MAX_VALUE_CHARS) throw invalid(null, `A value may have ${MAX_VALUE_CHARS} characters.`);
}
