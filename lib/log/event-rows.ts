// The newest events are rows of `events`; those of full blocks lie whole in chunks, the rows of `event_texts`. SQL that
// reads events uses a table of this file, with the columns of `events` and both kinds. There an event of a chunk has ''
// as properties, for which `propertiesOf` and its neighbours read the chunk. A chunk with damaged heads gives damaged
// events, of no project, name or time.

/**
 * The checksums of an event of a chunk, which has its own. No row has it: sums are positive, even after a flipped bit.
 */
export const IN_CHUNK = -1;

/** Hours since 1970, both inclusive. */
export interface HourRange {
  first: number;
  last: number;
}

/** The hours as SQL that is evaluated several times. */
interface SqlHours {
  first: string;
  last: string;
}

const OF_ROW = `seq, project_id, uuid, event_name_id, distinct_id_id, timestamp, received_at, properties, elements, head_sum, text_sum,
  origin_sum`;

/** Above every `seq`. */
const LAST = String(Number.MAX_SAFE_INTEGER);

// Values of a virtual table are doubles.
const whole = (column: string) => `CAST(h.${column} AS INTEGER)`;

const OF_CHUNK = `${whole("seq")}, ${whole("project_id")}, X'', ${whole("event_name_id")}, ${whole("distinct_id_id")}, ${whole("timestamp")},
  0, '', NULL, iif(h.is_lost, NULL, ${IN_CHUNK}), ${IN_CHUNK}, ${IN_CHUNK}`;

/** Is the event in a chunk with damaged heads? @param alias of a table of this file */
export function isLost(alias: string): string {
  return `(${alias}.head_sum IS NULL AND ${alias}.properties = '')`;
}

/**
 * The heads of a chunk `t` between two places. SQLite hands over a chunk's bytes only if it was not unpacked lately.
 */
function headsOf(first: string, last: string): string {
  const data = "iif(hoglet_has_heads(t.first_seq, substr(t.data, 1, 4)), X'', t.data)";
  // A null argument would give no rows.
  return `hoglet_heads(t.first_seq, substr(t.data, 1, 4), ${data}, coalesce(t.events, -1), ${first}, ${last}) h`;
}

/** The chunk that may have the event at a place of the log; null = none. */
const chunkAt = (seq: string) => `(SELECT max(c.first_seq) FROM main.event_texts c WHERE c.first_seq <= ${seq})`;

/**
 * SQL of a table of all events at these places of the log, inclusive; not in their order.
 * @param first SQL that is evaluated several times, such as a named parameter. @param last as `first`
 */
export function eventsBetween(first: string, last: string): string {
  return `(SELECT ${OF_ROW} FROM main.events NOT INDEXED WHERE seq BETWEEN ${first} AND ${last}
    UNION ALL ${ofChunks(first, last)})`;
}

function ofChunks(first: string, last: string): string {
  return `SELECT ${OF_CHUNK} FROM main.event_texts t CROSS JOIN ${headsOf(first, last)}
    WHERE t.first_seq BETWEEN coalesce(${chunkAt(first)}, ${first}) AND ${last} AND t.last_seq >= ${first}`;
}

/**
 * As `eventsBetween`, for walks that look for damaged places: of the rows of `events` one more than there are places,
 * from the first on, whatever places they have.
 */
export function eventsInWalk(first: string, last: string): string {
  return `(SELECT * FROM ${rowsInWalk(first, last)} UNION ALL ${ofChunks(first, last)})`;
}

/** The rows of `events` alone. */
export function rowsInWalk(first: string, last: string): string {
  const inChunks = `(SELECT coalesce(sum(events), 0) FROM main.event_texts WHERE first_seq >= ${first} AND first_seq <= ${last} AND last_seq <= ${last})`;
  return `(SELECT ${OF_ROW} FROM main.events NOT INDEXED WHERE seq >= ${first} ORDER BY seq LIMIT ${last} - ${first} + 2 - ${inChunks})`;
}

/** A SELECT of the stored chunks that may have these places, for walks that unpack them. */
export function chunksBetween(first: string, last: string): string {
  return `SELECT t.first_seq, t.data, t.events FROM main.event_texts t
    WHERE t.first_seq BETWEEN coalesce(${chunkAt(first)}, ${first}) AND ${last} AND t.last_seq >= ${first}`;
}

/** SQL of a table with the event at a place of the log, if it is there. @param seq as in `eventsBetween` */
export function eventAt(seq: string): string {
  return `(SELECT ${OF_ROW} FROM main.events WHERE seq = ${seq}
    UNION ALL SELECT ${OF_CHUNK} FROM main.event_texts t CROSS JOIN ${headsOf(seq, seq)}
      WHERE t.first_seq = ${chunkAt(seq)} AND t.last_seq >= ${seq})`;
}

/** SQL of a table with the events at several places of the log. @param seqs SQL of a JSON list of them, as in `eventsBetween` */
export function eventsAmong(seqs: string): string {
  return `(SELECT ${OF_ROW} FROM json_each(${seqs}) s CROSS JOIN main.events ON seq = s.value
    UNION ALL SELECT ${OF_CHUNK} FROM json_each(${seqs}) s CROSS JOIN main.event_texts t ON t.first_seq = ${chunkAt("s.value")}
      CROSS JOIN ${headsOf("s.value", "s.value")} WHERE t.last_seq >= s.value)`;
}

/** SQL of a table with all events. */
export function allEvents(): string {
  return `(SELECT ${OF_ROW} FROM main.events UNION ALL SELECT ${OF_CHUNK} FROM main.event_texts t CROSS JOIN ${headsOf("0", LAST)})`;
}

/** A project's events in a stretch of hours, inclusive. */
export function eventsOfHours(projectId: number, { first, last }: HourRange | SqlHours): string {
  const isWithin = (time: string) => `${time} >= ${first} * 3600000 AND ${time} < (${last} + 1) * 3600000`;
  return `(SELECT ${OF_ROW} FROM main.events WHERE project_id = ${projectId} AND ${isWithin("timestamp")}
    UNION ALL SELECT ${OF_CHUNK} FROM (SELECT DISTINCT first_seq FROM main.event_hours
        WHERE project = ${projectId} AND hour BETWEEN ${first} AND ${last}) s
      CROSS JOIN main.event_texts t ON t.first_seq = s.first_seq CROSS JOIN ${headsOf("0", LAST)}
      WHERE (h.project_id = ${projectId} AND ${isWithin("h.timestamp")}) OR h.is_lost)`;
}

/** Some times of a project's events, among them the first and the last; may have nulls. */
export function timesOfEnds(projectId: number): string {
  const ofHour = (which: "min" | "max") => {
    const hour = `(SELECT ${which}(hour) FROM main.event_hours WHERE project = ${projectId})`;
    const isThere = `e.project_id = ${projectId} OR (${isLost("e")} AND hoglet_lost_texts(e.seq))`;
    return `SELECT e.timestamp FROM ${eventsOfHours(projectId, { first: hour, last: hour })} e WHERE ${isThere}`;
  };
  const ofRows = (which: "min" | "max") =>
    `SELECT ${which}(timestamp) AS timestamp FROM main.events WHERE project_id = ${projectId}`;
  return `(${[ofRows("min"), ofRows("max"), ofHour("min"), ofHour("max")].join(" UNION ALL ")})`;
}

/** Counts of a project's events: `name_id` and `events`, several rows for a name. */
export function nameCounts(projectId: number): string {
  return `(SELECT event_name_id AS name_id, count(*) AS events FROM main.events WHERE project_id = ${projectId} GROUP BY event_name_id
    UNION ALL SELECT CAST(j.key AS INTEGER), j.value FROM main.event_texts t
      CROSS JOIN json_each(hoglet_name_counts(t.first_seq, t.data, coalesce(t.events, -1), ${projectId})) j)`;
}

/** The name of the virtual table that gives the heads of a chunk. */
export const CHUNK_TABLE = "hoglet_heads";

/** The functions that these tables use. */
export const HEAD_FUNCTIONS = ["hoglet_has_heads", "hoglet_name_counts"] as const;
