import { createTurns } from "../base/turns.ts";
import type { Turns } from "../base/turns.ts";

/** Parts of a value that are written in one piece, in some milliseconds. Most answers have fewer. */
const PIECE_PARTS = 20_000;

/** Characters of a text that count as one part. */
const PART_CHARS = 64;

/** Writes a value as `JSON.stringify` does, a large one with turns of the event loop in between: 50,000 rows of SQL take 100 ms. */
export async function jsonInTurns(value: unknown, turns = createTurns()): Promise<string> {
  if (!isLarge(value)) return JSON.stringify(value);
  const pieces: string[] = [];
  await writeLarge(value, pieces, turns);
  return pieces.join("");
}

function isLarge(value: unknown): value is object {
  return typeof value === "object" && value !== null && countParts(value, PIECE_PARTS) > PIECE_PARTS;
}

async function writeLarge(value: object, pieces: string[], turns: Turns): Promise<void> {
  if (Array.isArray(value)) {
    pieces.push("[");
    await writeItems(value, pieces, turns);
    return void pieces.push("]");
  }
  let before = "{";
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    pieces.push(before, JSON.stringify(key), ":");
    if (isLarge(inner)) await writeLarge(inner, pieces, turns);
    else pieces.push(JSON.stringify(inner));
    before = ",";
  }
  pieces.push("}");
}

/** Writes the items of a list; small items are written together. */
async function writeItems(list: readonly unknown[], pieces: string[], turns: Turns): Promise<void> {
  let [start, parts] = [0, 0];
  const writeUntil = (end: number) => {
    if (end > start) pieces.push(start === 0 ? "" : ",", JSON.stringify(list.slice(start, end)).slice(1, -1));
    [start, parts] = [end, 0];
  };
  for (const [index, item] of list.entries()) {
    const own = countParts(item, PIECE_PARTS);
    if (parts + own > PIECE_PARTS) {
      writeUntil(index);
      if (turns.isOver()) await turns.next();
    }
    parts += own;
    if (own <= PIECE_PARTS) continue;
    if (index > 0) pieces.push(",");
    await writeLarge(item as object, pieces, turns);
    [start, parts] = [index + 1, 0];
  }
  writeUntil(list.length);
}

/** Counts the parts of a value; it ends soon after `most`. */
function countParts(value: unknown, most: number): number {
  if (typeof value === "string") return 1 + value.length / PART_CHARS;
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  // Counted up, because a loop over `in` would make a text of each index.
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && count <= most; index++) count += countParts(value[index], most - count);
    return count;
  }
  for (const key in value) {
    count += countParts((value as Record<string, unknown>)[key], most - count);
    if (count > most) break;
  }
  return count;
}
