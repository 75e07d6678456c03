import { createHoglet } from "../../lib/index.ts";
import type { ForeignSource, Hoglet, ImportOptions } from "../../lib/index.ts";

export type Fields = Record<string, unknown>;

/** Imports a source into an empty hoglet; returns the counts and everything that is stored. */
export async function take(source: ForeignSource, options: Partial<ImportOptions> = {}) {
  await using hoglet = await createHoglet();
  const counts = await hoglet.import(source, { from: "auto", ...options });
  return { counts, events: await linesOf(hoglet, "event"), persons: await linesOf(hoglet, "person") };
}

/** The sentence with which a source is refused. @throws Error when it is taken */
export async function refuse(source: ForeignSource, options: Partial<ImportOptions> = {}): Promise<string> {
  const taken = await take(source, options).catch((error: Error) => error);
  if (taken instanceof Error) return taken.message;
  throw new Error("It was taken.");
}

/** Lines of one kind, in the order of the export. */
export async function linesOf(hoglet: Hoglet, kind: "event" | "person"): Promise<Fields[]> {
  const lines: Fields[] = [];
  for await (const line of hoglet.export({ kinds: [kind] })) lines.push(JSON.parse(line) as Fields);
  return lines;
}

/** The distinct ids of each person, sorted. */
export function idsOf(persons: Fields[]): string[][] {
  return persons.map((person) => (person["distinct_ids"] as string[]).toSorted()).toSorted();
}

/** Records as JSON lines. */
export function toLines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}
