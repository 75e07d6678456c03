import { createHash } from "node:crypto";
import { v5 as uuidV5 } from "uuid";
import type { Hoglet } from "../../lib/index.ts";

export interface SnapshotOptions {
  /**
   * `derived`: an event's uuid derives from its content, so that clients' random uuids do not differ between runs.
   * `kept`: unchanged. @default "derived"
   */
  uuids?: "derived" | "kept";
}

type Line = Record<string, unknown> & { kind: string };

/** Created for this; see RFC 9562 5.5. */
const NAMESPACE = "6f3d1c56-5a35-4cc5-9f0e-0b6a4a54b7a1";

const KINDS = ["project", "person", "group", "cohort", "action", "event"];

/**
 * A project as text to keep beside a test and to review: the export's NDJSON, sorted (events by time, persons by age),
 * with sorted keys of properties, so that equal data gives equal text. `load` reads it.
 */
export async function toSnapshot(
  hoglet: Hoglet,
  project: number,
  { uuids = "derived" }: SnapshotOptions = {},
): Promise<string> {
  const lines: Line[] = [];
  for await (const text of hoglet.export({ project })) lines.push(sortKeys(JSON.parse(text)) as Line);
  const sorted = lines.map((line) => ({ line, key: keyOf(line) })).toSorted((a, b) => compare(a.key, b.key));
  const written = sorted.map(({ line }) => line);
  if (uuids === "derived") deriveUuids(written);
  return written.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Makes seeds that differ from those of the run that wrote it. */
export function fingerprint(snapshot: string): string {
  return createHash("sha256").update(snapshot).digest("hex").slice(0, 16);
}

function keyOf(line: Line): string[] {
  const {
    kind,
    timestamp,
    created_at,
    event,
    distinct_id,
    distinct_ids,
    group_type_index,
    group_key,
    id,
    uuid: _,
    ...rest
  } = line;
  const time = timestamp ?? created_at;
  const sameTime = [event, distinct_id, [distinct_ids].flat()[0], group_type_index, group_key];
  // Ids of definitions are numbers: 10 comes after 9.
  const number = typeof id === "number" ? String(id).padStart(16, "0") : "";
  return [
    String(KINDS.indexOf(kind)),
    number,
    timeKey(time),
    ...sameTime.map((part) => String(part ?? "")),
    JSON.stringify(rest),
  ];
}

/** Texts of equal instants may or may not have a fraction. */
function timeKey(time: unknown): string {
  return typeof time === "string" ? String(Date.parse(time) + 8.64e15).padStart(17, "0") : "";
}

function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  if (at < 0) return 0;
  return (a[at] ?? "") < (b[at] ?? "") ? -1 : 1;
}

/** The line's keys keep the export's order; keys of clients' data are sorted. */
function sortKeys(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((item) => sortKeys(item, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  if (depth > 0) entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item, depth + 1)]));
}

function deriveUuids(lines: Line[]): void {
  const seen = new Map<string, number>();
  const derived = new Map<unknown, string>();
  for (const line of lines.filter(({ kind }) => kind === "event")) {
    const { uuid, ...said } = line;
    const text = JSON.stringify(said);
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    // Equal events have different uuids.
    line["uuid"] = uuidV5(`${count}\n${text}`, NAMESPACE);
    derived.set(uuid, line["uuid"] as string);
  }
  for (const line of lines.filter(({ kind }) => kind === "person")) {
    const properties = line["properties"] as Record<string, unknown>;
    // A person's properties name the event that created it.
    for (const [key, value] of Object.entries(properties)) properties[key] = derived.get(value) ?? value;
  }
}
