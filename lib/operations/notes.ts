import { deleteNote, getNote, listNotes, NoteName, setNote, updateNote } from "../admin/notes/index.ts";
import type { JsonValue, Note } from "../admin/notes/index.ts";
import { parse } from "../base/parse.ts";
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";

/** Small JSON values that a program over the handle keeps in its database, by names of its own. */
export interface NotesHandle {
  /** The value of a note; null = no such note. */
  get(name: string, options?: InProject): Promise<JsonValue>;
  /** The notes whose names begin with `prefix`, by name. */
  list(prefix: string, options?: InProject): Promise<Note[]>;
  /** Sets the value of a note; null deletes the note. */
  set(name: string, value: JsonValue, options?: InProject): Promise<void>;
  /**
   * Replaces the value by the result of `change`, in one transaction, also beside other processes; null = no note, or
   * delete.
   * @example
   * await hoglet.notes.update("launches", (count) => Number(count ?? 0) + 1);
   */
  update(name: string, change: (value: JsonValue) => JsonValue, options?: InProject): Promise<JsonValue>;
  delete(name: string, options?: InProject): Promise<void>;
}

export function notesHandle({ open, project: find }: Scope): NotesHandle {
  return {
    get: async (name, { project } = {}) => getNote(open(), find(project), named(name)),
    list: async (prefix, { project } = {}) => listNotes(open(), find(project), prefix),
    set: async (name, value, { project } = {}) => setNote(open(), find(project), named(name), value),
    update: async (name, change, { project } = {}) => updateNote(open(), find(project), named(name), change),
    delete: async (name, { project } = {}) => deleteNote(open(), find(project), named(name)),
  };
}

function named(name: string): string {
  return parse(NoteName, name, "name");
}
