/**
 * The write-ahead log: emptied into the file (`foldLog`), by hoglet or another program (`checkpoint: "external"`). All
 * connections share one log, and readers of an old moment hold it. `openPageView` reads a file's pages at one moment,
 * beside its writers; `openLogTail` reads every commit of it, and `openPageWriter` writes pages as commits (`lib/replication`).
 */
export { cutLog, logMark } from "./external-log.ts";
export { openPageView } from "./page-view.ts";
export type { PageView } from "./page-view.ts";
export { foldLog, isBeingWritten, logBytes, rewriteFile } from "./fold-log.ts";
export { openLogTail } from "./log-tail.ts";
export type { Committed, LogTail } from "./log-tail.ts";
export { createFile } from "../create-file.ts";
export { openPageWriter } from "./page-writer.ts";
export type { PageWriter } from "./page-writer.ts";
export { writeAll } from "./write-all.ts";
