import { createHash } from "node:crypto";

/** The largest number of 15 hexadecimal digits, rounded to the next double as every SDK does. */
const SCALE = 2 ** 60;

/**
 * A text's place between 0 and 1, by which flags choose people; equal in every SDK (reference/agents.md 9.1).
 * @example bucketOf("beta-feature.example_id") // 0.32…
 */
export function bucketOf(text: string): number {
  return Number.parseInt(createHash("sha1").update(text, "utf8").digest("hex").slice(0, 15), 16) / SCALE;
}

/** An empty identifier has the bucket 0. */
export function isWithin(percentage: number, prefix: string, identifier: string): boolean {
  if (percentage >= 100) return true;
  return (identifier === "" ? 0 : bucketOf(prefix + identifier)) <= percentage / 100;
}
