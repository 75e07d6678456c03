import type { Recognised, SourceCounts, Summary } from "../../lib/index.ts";

/** The source, before anything is read: `Amplitude export, 14 files, 48 MB`. */
export function toFoundSentence({ kind, files, sizeBytes }: Recognised): string {
  const parts = [kind, files === 1 ? "1 file" : `${count(files)} files`];
  if (sizeBytes !== null) parts.push(toSize(sizeBytes));
  return `${parts.join(", ")}.`;
}

/** Everything that was read, before the first event is stored. */
export function toReadSentence({ kind, files, events, persons, passedOver }: Summary): string {
  const parts = [kind, files === 1 ? "1 file" : `${count(files)} files`, counted(events, "event")];
  if (persons > 0) parts.push(counted(persons, "person"));
  const passed = passedOver.length === 0 ? "" : ` Passed over: ${passedOver.join(", ")}.`;
  return `${parts.join(", ")}.${passed}`;
}

/** The result, each number with its reason. */
export function toResultSentences(counts: SourceCounts): string[] {
  const sentences = [
    `Stored ${counted(counts.events, "event")}${counts.made > 0 ? ` and ${counted(counts.made, "link")} between ids` : ""}.`,
  ];
  if (counts.events === 0 && counts.known > 0)
    sentences[0] = `All ${counted(counts.known, "event")} were known: nothing new.`;
  else if (counts.known > 0) sentences.push(`${count(counts.known)} events were known.`);
  const repeated = counts.duplicates - counts.known;
  if (repeated > 0) sentences.push(`${count(repeated)} records repeat others of the input.`);
  const skipped = Object.entries(counts.skipped).map(([reason, number]) => `${count(number)} ${reason}`);
  if (skipped.length > 0) sentences.push(`Left out: ${skipped.join("; ")}.`);
  if (counts.shared_devices > 0) {
    sentences.push(`${count(counts.shared_devices)} users share a device with an earlier user: they were not joined.`);
  }
  if (counts.contradicting > 0) {
    sentences.push(
      `${count(counts.contradicting)} records have the id of another record and say something else: the first counts.`,
    );
  }
  return sentences;
}

/** A number with its noun: `1 event`, `1,234 events`. */
export function counted(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

function count(number: number): string {
  return number.toLocaleString("en");
}

function toSize(bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? ["GB", 1e9] : bytes >= 1e6 ? ["MB", 1e6] : ["kB", 1e3];
  return `${Math.max(bytes / Number(size), 0.1).toFixed(1)} ${unit}`;
}
