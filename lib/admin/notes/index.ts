/**
 * Notes: small JSON values that programs over the handle keep in its database, by name, such as an adapter's progress.
 * They are deleted with the project, move with the file, and are not events.
 *
 * A name is a path of the program's own (`outbox/default/progress`); `list` finds names by their beginning. `update`
 * reads and writes in one transaction, so that no process overwrites another's unseen change.
 */
export { deleteNote, getNote, listNotes, NoteName, setNote, updateNote } from "./notes.ts";
export type { JsonValue, Note } from "./notes.ts";
