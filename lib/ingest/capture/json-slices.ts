// Imported: tests of apps replace the global timers with fakes, and captures must continue.
import { nextTurn } from "../../base/platform.ts";
import { isTooDeep, MAX_DEPTH } from "../../base/depth.ts";
import { tooLarge, unreadable } from "../../base/errors.ts";
import type { HogletError } from "../../base/errors.ts";
import { createJsonScan } from "../../base/json-scan.ts";
import type { JsonExcess, Span } from "../../base/json-scan.ts";
import { requestLimits } from "../../base/request-limits.ts";

/** A part of a request's JSON, parsed. */
export interface JsonSlice {
  /** The JSON without the items of its main list, in every slice. */
  root: unknown;
  /** Items of the main list, in order; none in the first slice. */
  items: unknown[];
  /** Bytes of the slice's items; in the first slice, of the root. */
  sizeBytes: number;
}

/** Outside the depth that `depth.ts` bounds: the body, its batch, an event. */
const LEVELS_AROUND = 3;

/** Bytes scanned between two turns of the event loop: at most 4 ms. */
const STEP_BYTES = 1024 * 1024;

/**
 * Parses a large request's JSON with turns of the event loop in between: first without its main list's items
 * (`json-scan.ts`), then the items in parts of about 256 KiB. Too many values are refused before parsing.
 * @param parse JSON.parse, or a stricter parser
 * @throws HogletError 400 when it is nested too deeply or names its batch twice, 413 when it holds too much; the errors
 *   of `parse`
 */
export async function* jsonSlices(bytes: Buffer, parse: (text: string) => unknown): AsyncGenerator<JsonSlice> {
  const items = await scan(bytes);
  const [first, last] = [items[0], items.at(-1)];
  const isSliced = first !== undefined && last !== undefined;
  const text = isSliced
    ? bytes.toString("utf8", 0, first.start) + bytes.toString("utf8", last.end)
    : bytes.toString("utf8");
  const root = parse(text);
  if (isSliced && listOf(root)?.length !== 0) throw unreadable("failed to parse request: duplicate field `batch`");
  yield { root, items: [], sizeBytes: text.length };

  for (const { start, end, count } of toParts(items)) {
    await nextTurn();
    const parsed = parse(`[${bytes.toString("utf8", start, end)}]`) as unknown[];
    // An empty list has one empty item; otherwise two commas without an item are an error.
    if (parsed.length !== count && items.length > 1)
      throw unreadable("failed to parse request: an item of the list is empty");
    if (parsed.length > 0) yield { root, items: parsed, sizeBytes: end - start };
  }
}

/**
 * Small JSON in one piece, large JSON by `jsonSlices`, with the same limit of depth.
 * @throws the errors of `jsonSlices`
 */
export async function parseSliced(json: Buffer, parse: (text: string) => unknown): Promise<unknown> {
  if (json.length <= requestLimits.wholeBytes) return expectShallow(parse(json.toString("utf8")));
  let whole: unknown;
  for await (const { root, items } of jsonSlices(json, parse)) {
    whole = root;
    const list = listOf(root);
    for (const item of items) list?.push(item);
  }
  return whole;
}

function expectShallow(value: unknown): unknown {
  if (typeof value === "object" && value !== null && isTooDeep(value, 1 - LEVELS_AROUND)) throw refusal("depth");
  return value;
}

async function scan(bytes: Buffer): Promise<Span[]> {
  const { values, valuesOfOne, events: items } = requestLimits;
  const look = createJsonScan(bytes, { values, valuesOfOne, items, depth: MAX_DEPTH + LEVELS_AROUND });
  for (let until = STEP_BYTES; until < bytes.length + STEP_BYTES; until += STEP_BYTES) {
    const excess = look.advance(until);
    if (excess !== null) throw refusal(excess);
    await nextTurn();
  }
  return look.items() ?? [];
}

function refusal(excess: JsonExcess): HogletError {
  if (excess === "depth") return unreadable(`failed to parse request: nested deeper than ${MAX_DEPTH} levels`);
  if (excess === "items") return tooManyEvents();
  const { values, valuesOfOne } = requestLimits;
  if (excess === "values")
    return tooLarge(`maximum request size exceeded: more than ${values} values; send fewer events at once`);
  return tooLarge(`maximum event size exceeded: more than ${valuesOfOne} values in one event`);
}

/** On 413 SDKs send halves of the batch. */
export function tooManyEvents(): HogletError {
  const { events } = requestLimits;
  return tooLarge(`maximum request size exceeded: more than ${events} events; send them in several requests`);
}

/** The JSON itself, or its "batch". */
function listOf(root: unknown): unknown[] | undefined {
  const list = Array.isArray(root) ? root : (root as { batch?: unknown } | null)?.batch;
  return Array.isArray(list) ? list : undefined;
}

interface JsonPart extends Span {
  count: number;
}

/** Up to `wholeBytes`; a larger item stands alone. */
function toParts(items: readonly Span[]): JsonPart[] {
  const parts: JsonPart[] = [];
  for (const { start, end } of items) {
    const last = parts.at(-1);
    if (last !== undefined && end - last.start <= requestLimits.wholeBytes) {
      last.end = end;
      last.count++;
    } else {
      parts.push({ start, end, count: 1 });
    }
  }
  return parts;
}
