import type { ShownUpload } from "../../../../../lib/index.ts";
import { toCounted } from "../../parts/counted.ts";

/** The source of an upload: `Amplitude export, 14 files, 48 MB, 2,100,000 events, 12 persons`. */
export function toFoundWords({ found, preview }: Pick<ShownUpload, "found" | "preview">): string {
  if (found === null) return "";
  const parts = [found.kind, toCounted(found.files, "file")];
  if (found.size_bytes !== null) parts.push(toSize(found.size_bytes));
  if (preview !== null && preview.events !== null) parts.push(toCounted(preview.events, "event"));
  if (preview?.persons) parts.push(toCounted(preview.persons, "person"));
  return parts.join(", ");
}

/** Everything of which no event comes, with its reason. Empty = there is nothing. */
export function toLeftOut({
  skipped,
  bad_records: bad,
}: {
  skipped: Record<string, number>;
  bad_records: number;
}): string[] {
  const reasons = Object.entries(skipped).map(([reason, count]) => `${count.toLocaleString("en")} ${reason}`);
  return bad === 0 ? reasons : [...reasons, toCounted(bad, "bad record")];
}

/** How far an import is, with its rate. */
export function toProgressWords({ state, progress }: Pick<ShownUpload, "state" | "progress">): string {
  const verb = state === "storing" ? "Storing" : "Reading";
  if (progress === null) return `${verb} …`;
  const { done, total, per_second: rate } = progress;
  const noun = state === "storing" ? "event" : "record";
  const all = total === null ? toCounted(done, noun) : `${done.toLocaleString("en")} of ${toCounted(total, noun)}`;
  return `${verb}: ${all}, ${rate.toLocaleString("en")} a second`;
}

/** The share that is done, from 0 to 1; null = unknown. */
export function toShare({ state, progress }: Pick<ShownUpload, "state" | "progress">): number | null {
  if (progress === null) return null;
  const { done, total, read_bytes: read, size_bytes: size } = progress;
  if (total !== null) return Math.min(1, done / Math.max(1, total));
  return state === "storing" || size === null ? null : Math.min(1, read / Math.max(1, size));
}

/** The result, each number with its reason. */
export function toResultWords(counts: NonNullable<ShownUpload["counts"]>): string[] {
  const { events, links, known, repeated, persons, shared_devices: shared, contradicting } = counts;
  const words = [
    events === 0 && known > 0
      ? `All ${toCounted(known, "event")} were known: nothing new.`
      : `${toCounted(events, "event")} stored${links > 0 ? `, and ${toCounted(links, "link")} between ids` : ""}.`,
  ];
  if (events > 0 && known > 0) words.push(`${toCounted(known, "event was", "events were")} known.`);
  if (repeated > 0) words.push(`${toCounted(repeated, "record repeats", "records repeat")} others of the files.`);
  if (persons > 0) words.push(`${toCounted(persons, "person")} updated.`);
  const left = toLeftOut(counts);
  if (left.length > 0) words.push(`Left out: ${left.join("; ")}.`);
  if (shared > 0)
    words.push(`${toCounted(shared, "user shares", "users share")} a device with an earlier user: not joined.`);
  if (contradicting > 0) {
    words.push(
      `${toCounted(contradicting, "record has", "records have")} the id of another record and other contents: the first counts.`,
    );
  }
  return words;
}

/** A size such as `48 MB`. */
export function toSize(bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? ["GB", 1e9] : bytes >= 1e6 ? ["MB", 1e6] : ["kB", 1e3];
  return `${Math.max(bytes / Number(size), 0.1).toLocaleString("en", { maximumFractionDigits: 1 })} ${unit}`;
}
