import { isOfSdk, ownFirst } from "../explain/index.ts";
import type { Answer } from "./tool.ts";

// Claude Code refuses an answer of more than 25,000 tokens, and agents read short ones better (reference: MCP servers
// in use). An answer has its facts twice, as structured content and as text, for clients that read one of them.

/** Characters of an answer's structured content, about 5,000 tokens. */
const MOST_CHARS = 20_000;
/** Characters of one value in a list. */
const LONGEST_VALUE = 300;
/** Characters of the app's own properties of an event in a list. */
const MOST_OF_EVENT = 1500;
/** Characters of SDKs' properties, of which posthog-js has 1.5 kB: with the rest an event is under 500 bytes. */
const MOST_OF_SDK = 100;

/** Cuts the end of the main list, then long texts, until the answer is short enough, and says so. */
export function bound(answer: Answer): Answer {
  if (sizeOf(answer) <= MOST_CHARS) return answer;
  let results = answer.results;
  let rest = sizeOf({ ...answer, results: [] });
  if (rest > MOST_CHARS / 2) {
    answer = shorten(answer, 200) as Answer;
    results = answer.results;
    rest = sizeOf({ ...answer, results: [] });
  }
  let room = MOST_CHARS - rest - 200;
  const kept: unknown[] = [];
  for (const item of results) {
    const fitting = sizeOf(item) <= MOST_CHARS / 2 ? item : shorten(item, 200);
    room -= sizeOf(fitting) + 1;
    if (room < 0) break;
    kept.push(fitting);
  }
  const left = results.length - kept.length;
  const note =
    left > 0 ? ` ${left} of ${results.length} results are left out: ask for fewer.` : " Long values are cut.";
  return { ...answer, summary: answer.summary + note, results: kept, truncated: true };
}

/** The text of an answer: the same facts, a line of JSON for each result. */
export function toAnswerText({ summary, results, try_next: next = [], ...rest }: Answer): string {
  const fields = Object.entries(rest).map(([name, value]) => `${name}: ${asText(value)}`);
  return [summary, ...results.map(asText), ...fields, ...next.map((step) => `Next: ${step}`)].join("\n");
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

/** A copy whose texts and lists are short. */
export function shorten(value: unknown, most: number, depth = 0): unknown {
  if (typeof value === "string") return value.length <= most ? value : `${value.slice(0, most)}… (${value.length})`;
  if (typeof value !== "object" || value === null) return value;
  if (depth > 8) return "…";
  if (Array.isArray(value)) {
    const items = value.slice(0, most).map((item) => shorten(item, most, depth + 1));
    return items.length < value.length ? [...items, `… (${value.length})`] : items;
  }
  const entries = Object.entries(value).slice(0, most);
  return Object.fromEntries(entries.map(([key, item]) => [key, shorten(item, most, depth + 1)]));
}

/**
 * Short values, the app's own before SDKs'.
 * @returns also whether something is left out
 */
export function cutProperties(properties: Readonly<Record<string, unknown>>): {
  properties: Record<string, unknown>;
  isCut: boolean;
} {
  const kept: Record<string, unknown> = {};
  let [own, sdk] = [MOST_OF_EVENT, MOST_OF_SDK];
  let isCut = false;
  for (const [key, value] of ownFirst(properties)) {
    const text = JSON.stringify(value);
    const short = text.length <= LONGEST_VALUE ? value : `${text.slice(0, LONGEST_VALUE)}…`;
    const length = key.length + Math.min(text.length, LONGEST_VALUE);
    const isAdded = isOfSdk(key);
    if (isAdded) sdk -= length;
    else own -= length;
    if (short !== value) isCut = true;
    if ((isAdded ? sdk : own) >= 0) kept[key] = short;
    else isCut = true;
  }
  return { properties: kept, isCut };
}
