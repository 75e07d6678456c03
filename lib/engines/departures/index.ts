/**
 * Departures: the texts of older events leave the file (the option `keepLocalEventsFor`), so that the file stays small while the copy
 * of an engine (`port/archive.ts`) has every event.
 *
 * `readDeparture` reads the next chunks and computes their proof from the file, the engine computes the same from its rows, and
 * `storeDeparture` puts marks in the place of the texts, if the proofs are equal, in the transaction that notes the proof. A kill leaves
 * either all texts of a part, or all marks and the proof.
 *
 * An event's row stays, with its place, uuid, name, distinct id and times: a duplicate is found without the copy, deletions and merges
 * reach every event as before, and no list or count misses one. Readers of texts call `bringTexts` first. A reader that does not
 * gets the error `events_left` from the chunk itself, in whatever thread or process it reads, and never a smaller answer.
 */
export { countLocal } from "./count-local.ts";
export { createDepartures } from "./create-departures.ts";
export type { Departures } from "./create-departures.ts";
export { leaveEvents } from "./leave.ts";
export { openArchive } from "./open-archive.ts";
