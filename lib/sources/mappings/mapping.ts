import type { Fields } from "../../base/fields.ts";
import type { SourceName } from "../../base/source-names.ts";
import type { Sink } from "../stage/mapped-event.ts";

/** The beginning of a file. */
export interface First {
  /** Its first record; in a table of texts its columns and the texts of the first row. */
  fields: Fields;
  /** Every value is text. */
  isTable: boolean;
  /** The name of the file without folders and endings. */
  table: string;
}

export interface Setting extends First {
  /** Zone of times that have none. */
  zone: string;
  /** The user named the zone. */
  isZoneGiven: boolean;
  /** Group type of calls that name none. */
  groupType: string;
  nowMs: number;
}

/** Makes events, persons and links of the records of one kind of file. */
export interface Mapping {
  source: SourceName;
  /** The kind of file, as in "Amplitude export". */
  kind: string;
  /** Does a file that begins so hold records of this kind? */
  fits(first: First): boolean;
  /** Begins a file; the result maps its records. @throws BadRecord for a record that cannot be mapped */
  open(setting: Setting): (record: Fields, sink: Sink) => void;
}
