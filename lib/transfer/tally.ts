import { invalid } from "../base/errors.ts";
import type { Line } from "./line.ts";

/**
 * The result of an import, counted in lines. A person created for an unknown distinct id is not a line and not counted.
 */
export interface ImportCounts {
  projects: number;
  persons: number;
  /** Stored events (with `process`: events passed to the pipeline), without duplicates. */
  events: number;
  groups: number;
  cohorts: number;
  actions: number;
  /** Absent = the source has none. */
  feature_flags?: number;
  /** Events whose uuid occurred before, in the project or in the file. */
  duplicates: number;
  /** The lines left out, with their reasons; only with `skipBad`. */
  bad?: BadLine[];
}

export interface BadLine {
  /** 1 = the first line. */
  line: number;
  reason: string;
}

export interface Report {
  /** Counts of all lines so far. */
  counts: Omit<ImportCounts, "bad">;
  /** Left out since the last report. */
  bad: BadLine[];
}

export interface Tally {
  readonly counts: Report["counts"];
  report(): Report;
  count(kind: Line["kind"], by: number): void;
  /** Leaves a line out, with the reason. @throws invalid `bad_line` unless bad lines are skipped */
  reject(line: number, reason: string): void;
}

const COUNTED = {
  project: "projects",
  person: "persons",
  event: "events",
  group: "groups",
  cohort: "cohorts",
  action: "actions",
  feature_flag: "feature_flags",
} as const;

/** `skipsBad` = list bad lines instead of refusing the import. */
export function createTally(skipsBad: boolean): Tally {
  const bad: BadLine[] = [];
  const counts = noCounts();
  return {
    counts,
    report: () => ({ counts: { ...counts }, bad: bad.splice(0) }),
    count(kind, by) {
      counts[COUNTED[kind]] = (counts[COUNTED[kind]] ?? 0) + by;
    },
    reject(line, reason) {
      if (!skipsBad) throw invalid(null, `Line ${line}: ${reason}`, "bad_line");
      bad.push({ line, reason });
    },
  };
}

export function noCounts(): Report["counts"] {
  return { projects: 0, persons: 0, events: 0, groups: 0, cohorts: 0, actions: 0, duplicates: 0 };
}
