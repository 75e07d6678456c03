/** Lines of one kind, or events of one name, in two snapshots. */
export interface Difference {
  /** `person`, or `event signed up`. */
  what: string;
  before: number;
  now: number;
  /** The first lines that only the new snapshot has, or only the old one. */
  added: unknown[];
  removed: unknown[];
}

/** Fields that differ in every run. The comparison is about the facts, not their time. */
const VOLATILE =
  /^(?:uuid|timestamp|created_at|received_at|id|api_token|\$insert_id|\$time|\$session_id|\$window_id|\$device_id|\$pageview_id|\$creator_event_uuid|\$lib_version|\$sent_at)$/;

/** Examples of each difference. */
const MOST_EXAMPLES = 5;

/** Compares two snapshots as sets of lines, without ids and times. Equal parts are left out. */
export function compareSnapshots(before: string, now: string): { differences: Difference[]; same: number } {
  const [old, fresh] = [group(before), group(now)];
  const differences: Difference[] = [];
  let same = 0;
  for (const what of [...new Set([...old.keys(), ...fresh.keys()])].toSorted()) {
    const [left, right] = [old.get(what) ?? [], fresh.get(what) ?? []];
    const [removed, added] = [without(left, right), without(right, left)];
    same += left.length - removed.length;
    if (removed.length === 0 && added.length === 0) continue;
    differences.push({
      what,
      before: left.length,
      now: right.length,
      added: examples(added),
      removed: examples(removed),
    });
  }
  return { differences, same };
}

function examples(lines: readonly string[]): unknown[] {
  return lines.slice(0, MOST_EXAMPLES).map((line) => JSON.parse(line) as unknown);
}

/** @throws SyntaxError when a line is not JSON */
function group(snapshot: string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const text of snapshot.split("\n")) {
    if (text.trim() === "") continue;
    const line = JSON.parse(text) as Record<string, unknown>;
    if (line["kind"] === "project") continue;
    const what = line["kind"] === "event" ? `event ${String(line["event"])}` : String(line["kind"]);
    const lines = groups.get(what);
    const stable = JSON.stringify(toStable(line));
    if (lines === undefined) groups.set(what, [stable]);
    else lines.push(stable);
  }
  return groups;
}

function toStable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toStable);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !VOLATILE.test(key));
  return Object.fromEntries(kept.map(([key, item]) => [key, toStable(item)]));
}

/** Lines that the other list lacks, each as often as it is missing. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0;
    if (left > 0) counts.set(line, left - 1);
    return left === 0;
  });
}
