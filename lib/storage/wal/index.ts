/**
 * The write-ahead log: emptied into the file (`foldLog`), by hoglet or by another program (`checkpoint: "external"`). All connections
 * of a file share one log, and readers of an old moment hold it.
 */
export { cutLog, logMark } from "./external-log.ts";
export { foldLog, logBytes, rewriteFile } from "./fold-log.ts";
