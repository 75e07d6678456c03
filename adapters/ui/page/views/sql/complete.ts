import { FUNCTIONS } from "./functions.ts";
import { TABLES } from "./tables.ts";
import { KEYWORDS } from "./words.ts";

/** A word that the editor offers. */
export interface Completion {
  label: string;
  kind: "table" | "column" | "function" | "keyword" | "property";
  /** The text that it becomes. */
  insert: string;
  /** The place of the cursor: so many characters before the end of `insert`. */
  back: number;
}

/** The place in a statement that is completed. */
export interface CompletionPlace {
  /** The place at which the typed part of the word begins. */
  from: number;
  typed: string;
  /** Words that fit, the best first. */
  items: Completion[];
  /** The owner of the properties that fit, whose names the server knows; null = none fit here. */
  owner: "event" | "person" | "group" | null;
}

/** Words in a list: more are read by nobody. */
const MOST = 40;

/** Names of a chain such as `e.properties.`, and the typed part of the last. */
const CHAIN = /((?:[\w$]+\.)*)([\w$]*)$/;
const SOURCE =
  /\b(?:from|join)\s+([\w$]+)(?:\s+(?:as\s+)?(?!(?:where|on|group|order|join|left|inner|limit|using)\b)([\w$]+))?/gi;
const NAMED_QUERY = /(?:\bwith|,)\s+([\w$]+)\s+as\s*\(/gi;

/**
 * The words that fit at a place of a statement.
 * @param isAsked the user asked for them (Ctrl+Space): without a typed letter, too
 * @returns null = nothing is offered, such as within a text or a comment
 */
export function completionAt(sql: string, at: number, isAsked = false): CompletionPlace | null {
  const before = sql.slice(0, at);
  if (!isCode(before)) return null;
  const [, chain = "", typed = ""] = CHAIN.exec(before) ?? [];
  if (typed === "" && chain === "" && !isAsked) return null;
  if (/^\d/.test(typed)) return null;
  const from = at - typed.length;
  const names = chain.split(".").slice(0, -1);
  const owner = propertyOwner(sql, names);
  if (owner !== null) return { from, typed, items: [], owner };
  const items = rank(typed, wordsFor(sql, names, before.slice(0, from - chain.length)));
  // The word is complete, though longer ones may have it: a column, or a name that the statement gives. A function lacks its parentheses.
  const isWord = items.some(({ kind, label }) => kind === "column" && label.toLowerCase() === typed.toLowerCase());
  if (items.length === 0 || (!isAsked && (isWord || aliasesOf(sql).includes(typed.toLowerCase())))) return null;
  return { from, typed, items: items.slice(0, MOST), owner: null };
}

/** Names of properties as completions, those that begin with the typed part first. */
export function toProperties(names: readonly string[], typed: string): Completion[] {
  const all = names.map((label) => word("property", label, /^[A-Za-z_$][\w$]*$/.test(label) ? label : `\`${label}\``));
  return rank(typed, all).slice(0, MOST);
}

function wordsFor(sql: string, names: readonly string[], before: string): Completion[] {
  const sources = sourcesOf(sql);
  const [name] = names;
  if (names.length > 1) return [];
  if (name !== undefined) return columnsOf(name === "person" ? "persons" : sources.get(name));
  const named = [...sql.matchAll(NAMED_QUERY)].map(([, each = ""]) => word("table", each));
  const tables = [...named, ...Object.keys(TABLES).map((table) => word("table", table))];
  if (/\b(?:from|join)\s+$/i.test(before)) return tables;
  const used = new Set(sources.values());
  const columns = [...(used.size === 0 ? ["events"] : used)].flatMap(columnsOf);
  return [
    ...columns,
    ...[...sources.keys()].filter((alias) => !(alias in TABLES)).map((alias) => word("table", alias)),
    ...FUNCTIONS.map((each) => word("function", each, `${each}()`, 1)),
    ...KEYWORDS.map((each) => word("keyword", each.toUpperCase())),
    ...tables,
  ];
}

/** The names that a statement gives by AS, in lower case. */
function aliasesOf(sql: string): string[] {
  return [...sql.matchAll(/\bas\s+([\w$]+)/gi)].map(([, alias = ""]) => alias.toLowerCase());
}

/** The tables of a statement by their names in it. */
function sourcesOf(sql: string): Map<string, string> {
  const sources = new Map<string, string>();
  for (const [, table = "", alias = table] of sql.matchAll(SOURCE)) sources.set(alias, table);
  return sources;
}

function columnsOf(table: string | undefined): Completion[] {
  return Object.keys((table !== undefined && TABLES[table]) || {}).map((column) => word("column", column));
}

/** The owner of `properties` behind these names; null = they name no properties. */
function propertyOwner(sql: string, names: readonly string[]): CompletionPlace["owner"] {
  if (names.at(-1) !== "properties") return null;
  const [first, second] = names;
  if (first === "person" || second === "person") return "person";
  const sources = sourcesOf(sql);
  const table = names.length === 1 ? [...sources.values()][0] : sources.get(first ?? "");
  return table === "persons" ? "person" : table === "groups" ? "group" : "event";
}

function word(kind: Completion["kind"], label: string, insert = label, back = 0): Completion {
  return { label, kind, insert, back };
}

/** Words that begin with the typed part before those that contain it; each once. */
function rank(typed: string, words: readonly Completion[]): Completion[] {
  const part = typed.toLowerCase();
  const unique = [...new Map(words.map((each) => [`${each.kind} ${each.label}`, each])).values()];
  const begins = unique.filter(({ label }) => label.toLowerCase().startsWith(part));
  // One letter is in nearly every word.
  if (part.length < 2) return begins;
  return [...begins, ...unique.filter((each) => !begins.includes(each) && each.label.toLowerCase().includes(part))];
}

const TEXTS = /\/\*[^]*?(?:\*\/|$)|--.*(?:\n|$)|'(?:\\[^]|''|[^'\\])*(?:'|$)/g;

/** Is the end of a text code, and not within a text or a comment? */
function isCode(before: string): boolean {
  const last = [...before.matchAll(TEXTS)].at(-1);
  if (last === undefined || last.index + last[0].length < before.length) return true;
  const [part] = last;
  if (part.startsWith("--")) return part.endsWith("\n");
  return part.startsWith("/*") ? part.endsWith("*/") : part.length > 1 && part.endsWith("'");
}
