/**
 * Notes: small JSON values that programs built over the handle keep in its database, by name, such as how far an adapter
 * has come. They live and die with the project, move with the file, and are nobody's events.
 *
 * A name is a path of the program's own (`outbox/default/progress`); `list` finds by its beginning. `update` reads and
 * writes in one transaction, so that of several processes none overwrites what it has not seen.
 */
export { deleteNote, getNote, listNotes, NoteName, setNote, updateNote } from "./notes.ts";
export type { JsonValue, Note } from "./notes.ts";
