import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom } from "../../../fixtures/random.ts";
import { createPeople } from "./people.ts";
import { eachSession } from "./sessions.ts";
import { DAY_MS, START_MS } from "./world.ts";
import type { Shape } from "./world.ts";

/** Files of one data set. */
export interface Dataset {
  folder: string;
  /** The file for `hoglet import`: lines in order of arrival, person lines last. */
  ndjson: string;
  /** The same events for the peers, person already resolved; columns: `CSV_COLUMNS`. */
  eventsCsv: string;
  /** person, created (ms), uuid's distinct id. */
  personsCsv: string;
}

/** Columns of `eventsCsv`. An event without them has `price` 0 and an empty `source`, as a sum and a breakdown treat it. */
export const CSV_COLUMNS = [
  "ts",
  "day",
  "event",
  "person",
  "browser",
  "os",
  "country",
  "plan",
  "source",
  "is_mobile",
  "logged_in",
  "url",
  "price",
  "duration",
  "position",
  "request_id",
];

/** 5 of 100 events arrive up to three days after they happened. */
const LATE = { share: 0.05, maxDelayMs: 3 * DAY_MS };

/** Lines wait until their hour of arrival. */
const HOUR_MS = 3_600_000;

/** Characters that are gathered before they are written. */
const CHUNK_SIZE = 4_000_000;

/**
 * Makes (or finds, in the folder for temporary files) the data set of so many events, that seed and shape: sessions of persons with
 * power-law activity, 30 event names, 12 properties, 1 % of the persons merged from two distinct ids, 5 % late events.
 * No two events of a person have the same millisecond, so that every engine's idea of order agrees.
 */
export function makeDataset(events: number, seed: number, shape: Shape = "plain"): Dataset {
  const name = [events, seed, ...(shape === "plain" ? [] : [shape])].join("-");
  const folder = join(tmpdir(), "hoglet-bench-insights", name);
  const dataset = inFolder(folder);
  if (existsSync(folder)) return dataset;
  const making = `${folder}.${process.pid}`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  writeDataset(inFolder(making), events, seed, shape);
  // Under its name only when it is whole.
  renameSync(making, folder);
  return dataset;
}

function inFolder(folder: string): Dataset {
  const file = (name: string) => join(folder, name);
  return {
    folder,
    ndjson: file("events.ndjson"),
    eventsCsv: file("events.csv"),
    personsCsv: file("persons.csv"),
  };
}

function writeDataset(dataset: Dataset, events: number, seed: number, shape: Shape): void {
  const random = createRandom(seed);
  const people = createPeople(Math.max(100, Math.round(events / 20)), random);
  const ndjson = openLines(dataset.ndjson);
  const csv = openLines(dataset.eventsCsv);
  const waiting = new Map<number, { atMs: number; line: string }[]>();
  let writtenHour = START_MS / HOUR_MS;
  const writeUntil = (hour: number) => {
    for (; writtenHour < hour; writtenHour++) {
      const lines = waiting.get(writtenHour) ?? [];
      waiting.delete(writtenHour);
      for (const { line } of lines.toSorted((a, b) => a.atMs - b.atMs)) ndjson.add(line);
    }
  };
  for (const session of eachSession(events, { people, random, shape })) {
    // Nothing that is still to come arrives before its session starts.
    writeUntil(Math.floor(session.startMs / HOUR_MS));
    for (const { ms, line, row } of session.events) {
      const isLate = random.chance(LATE.share);
      const atMs = ms + (isLate ? Math.floor(random.unit() ** 2 * LATE.maxDelayMs) : 0);
      const hour = Math.floor(atMs / HOUR_MS);
      const lines = waiting.get(hour);
      if (lines === undefined) waiting.set(hour, [{ atMs, line }]);
      else lines.push({ atMs, line });
      csv.add(row);
    }
  }
  writeUntil(Math.max(...waiting.keys()) + 1);
  const persons = openLines(dataset.personsCsv);
  for (const { line, row } of people.lines()) {
    ndjson.add(line);
    persons.add(row);
  }
  for (const file of [ndjson, csv, persons]) file.close();
}

function openLines(path: string) {
  const file = openSync(path, "w");
  let parts: string[] = [];
  let size = 0;
  const flush = () => {
    // All of it is ASCII: latin1 is the fast way to bytes.
    writeSync(file, Buffer.from(parts.join(""), "latin1"));
    parts = [];
    size = 0;
  };
  return {
    add(line: string) {
      parts.push(line);
      size += line.length;
      if (size > CHUNK_SIZE) flush();
    },
    close() {
      flush();
      closeSync(file);
    },
  };
}
