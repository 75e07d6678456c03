/**
 * Copies: a database's moments, in a folder or a bucket, from which any of them can be restored.
 *
 * `openCopies` makes them on and on: `copier` starts a process (`child`), which holds a moment of the file (`storage/wal/page-view.ts`),
 * hashes its groups of pages and stores those that changed (`copy-moment`), compressed, in parts; then the moment's list (`moment`). A
 * whole copy and the moments after it are a chain (`chains`), which ends after a day, after many changes, and after a run of deletions.
 * `remove-old` removes chains whose last moment is older than `keep`; the receipts of deletions that wait for that are completed
 * (`people/deletion/own-copies.ts`). `restoreCopy` writes a moment to a new file and has the doctor check it.
 *
 * Invariants: a moment is the database between two commits; its list is stored last and once, so that a process killed at any point
 * leaves the moments before it; every byte has a hash, which a restore compares; nothing is made on the thread of captures.
 */
export { openCopies } from "./copies.ts";
export type { Copies, CopyMoment, CopyOptions, CopyStatus } from "./copies.ts";
export { openFileCopies } from "./file-copies.ts";
export { restoreCopy } from "./restore.ts";
export type { Restored, RestoreOptions } from "./restore.ts";
