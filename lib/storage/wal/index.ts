/**
 * The write-ahead log: emptied into the file (`foldLog`), by hoglet or another program (`checkpoint: "external"`). All
 * connections share one log, and readers of an old moment hold it. `openPageView` reads a file's pages at one moment,
 * beside its writers.
 */
export { cutLog, logMark } from "./external-log.ts";
export { openPageView } from "./page-view.ts";
export type { PageView } from "./page-view.ts";
export { foldLog, logBytes, rewriteFile } from "./fold-log.ts";
