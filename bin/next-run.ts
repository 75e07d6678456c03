/**
 * When waiting deletions run next, and how many wait, in all projects: "Sunday 2026-11-29 05:00 UTC, 2 wait".
 * @param at ISO text; null = the schedule has no run
 */
export function toNextRun(at: string | null, waiting: number): string {
  return `${at === null ? "none is planned" : toWords(at)}, ${waiting === 1 ? "1 waits" : `${waiting || "none"} wait`}`;
}

const WEEKDAY = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });

function toWords(instant: string): string {
  return `${WEEKDAY.format(Date.parse(instant))} ${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}
