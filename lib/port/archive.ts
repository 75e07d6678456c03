/** As `AskOptions` of `engine.ts`. */
interface Options {
  /** Ends the work. */
  signal?: AbortSignal | undefined;
}

/**
 * The copy of an engine as the place of older events (the option `keepLocalEventsFor`). The texts of an event (properties and elements)
 * leave the database once both sides have computed the same proof over them; then the copy alone has them, and gives them
 * back by `read`. Whatever else is known of the event stays: its place, uuid, name, distinct id and times.
 */
export interface EventArchive {
  /**
   * Computes the proof of the events between two places of the log, of all projects, from the rows of the copy. It first reads the feed
   * up to its end. Rows that it counts have to survive a loss of power.
   * @throws HogletError 503 when it cannot do so now
   */
  prove(range: PlaceRange, options?: Options): Promise<EventsProof>;
  /**
   * Reads the texts of events. Events that the copy lacks are missing in the answer.
   * @throws HogletError 503 when the copy cannot be reached now
   */
  read(places: readonly EventPlace[], options?: Options): Promise<ArchivedTexts[]>;
}

/** A part of the log; both ends count. */
export interface PlaceRange {
  fromSeq: number;
  untilSeq: number;
}

/**
 * The number of events, and the sum of their digests modulo 2^64, in decimal digits. The digest of an event is the first 8 bytes, lowest
 * first, of the SHA-256 of this text in UTF-8: `seq,project,distinct id's number,timestamp,arrival,uuid,` and the bytes of its name and
 * of its properties, each with a comma after it; then the name, the properties and, if it has elements, `+` and these. Times are epoch ms.
 */
export interface EventsProof {
  events: number;
  sum: string;
}

/** An event whose texts are wanted. */
export interface EventPlace {
  seq: number;
  projectId: number;
  timestampMs: number;
}

/** The texts of an event, as stored. */
export interface ArchivedTexts {
  seq: number;
  /** JSON text. */
  properties: string;
  elements: string | null;
}
