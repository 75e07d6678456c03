import type { Hoglet } from "../lib/index.ts";

/**
 * When waiting deletions run next, and how many wait, in all projects: "Sunday 2026-11-29 05:00 UTC, 2 wait". The schedule is
 * that of this process (`--deletion-cron`).
 */
export async function nextDeletionRun({ deletions }: Pick<Hoglet, "deletions">): Promise<string> {
  const { count } = await deletions.list({ project: null, status: "pending", limit: 1 });
  const at = await deletions.nextRun();
  return `${at === null ? "none is planned" : toWords(at)}, ${count === 1 ? "1 waits" : `${count || "none"} wait`}`;
}

const WEEKDAY = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });

function toWords(instant: string): string {
  return `${WEEKDAY.format(Date.parse(instant))} ${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}
