import type { Recognised, SourceCounts, Summary } from "../../lib/index.ts";

/** The source, before anything is read: `Amplitude export, 14 files, 48 MB`. */
export function toFoundSentence({ kind, files, sizeBytes }: Recognised): string {
  const parts = [kind, files === 1 ? "1 file" : `${count(files)} files`];
  if (sizeBytes !== null) parts.push(toSize(sizeBytes));
  return `${parts.join(", ")}.`;
}

/** Everything that was read, before the first event is stored. */
export function toReadSentence({ kind, files, events, persons, passedOver }: Summary): string {
  const parts = [kind, files === 1 ? "1 file" : `${count(files)} files`, `${count(events)} events`];
  if (persons > 0) parts.push(`${count(persons)} persons`);
  const passed = passedOver.length === 0 ? "" : ` Passed over: ${passedOver.join(", ")}.`;
  return `${parts.join(", ")}.${passed}`;
}

/** The result, each number with its reason. */
export function toResultSentences(counts: SourceCounts): string[] {
  const sentences = [
    `Stored ${count(counts.events)} events${counts.made > 0 ? ` and ${count(counts.made)} links between ids` : ""}.`,
  ];
  if (counts.events === 0 && counts.known > 0)
    sentences[0] = `All ${count(counts.known)} events were known: nothing new.`;
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

function count(number: number): string {
  return number.toLocaleString("en");
}

function toSize(bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? ["GB", 1e9] : bytes >= 1e6 ? ["MB", 1e6] : ["kB", 1e3];
  return `${Math.max(bytes / Number(size), 0.1).toFixed(1)} ${unit}`;
}
