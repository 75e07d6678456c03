/**
 * Sources: exports of other products, and any table, as events of hoglet.
 *
 * `importSource` has three steps. (1) `read/` opens the input: files, folders and streams become files by unpacking
 * (`unpack.ts`), files become records (`read-rows.ts`), both by their bytes and while they arrive. (2) `mappings/` turns records into events,
 * persons and links between ids, one file a source; `registry.ts` lists them in the order in which a file's first record is tried. All of it lands
 * in scratch tables on disk (`stage/`), so that memory is bounded whatever the input's size, and nothing is stored before the last
 * record is read. (3) The scratch tables are read in the order of time: `settle.ts` makes the `$identify` events,
 * and everything goes through the doors of `lib/transfer` and the capture pipeline.
 *
 * Both happen in a process of its own (`reader/`), which is ended when a file takes more time or memory than its size explains; the scratch tables are a file
 * that the importing process opens afterwards.
 *
 * Invariants: an event's uuid follows from the record, by the rule in docs/import.md, so that the same input again changes nothing; names in archives are labels and
 * never paths; a record is stored whole or refused with its line. Rules: reference/import.md.
 *
 * The whole wing is loaded by the first import that needs it. Its packages stay in it; each file says why it uses which.
 */
export { importSource } from "./import-source.ts";
export type { Capture, SourceCounts, StoreOptions } from "./import-source.ts";
export { SourceOptions } from "./options.ts";
export type { BadSourceRecord, Preview, Recognised, Step, Summary } from "./options.ts";
export type { FileSource, ForeignSource } from "./read/inputs.ts";
