import type { Actor, PlainPerson, RetentionPeopleRow } from "../../../../../lib/index.ts";
import type { Question } from "./question.ts";

/** Where the persons behind a number are. */
export interface People {
  /** E.g. "paid · 2024-03-01". */
  title: string;
  /** What answers with them, with all that it needs; begins with `api/`. */
  path: string;
  /** The funnel that can say of each what they did in it. */
  explain?: Question;
}

/** Shows the persons behind a number. */
export type OpenPeople = (people: People) => void;

/** A person (or group) of any of the answers, in the one form that is shown. */
export interface Somebody {
  key: string;
  name: string;
  /** Of the person's page; null = there is none (a group, or nobody but a distinct id). */
  personId: string | null;
  about: string;
  /** How a funnel's explanation names them. */
  explainBy: { person_id: string } | { distinct_id: string } | { group_key: string };
  /** Of a retention's row: in which periods they came. */
  appearances?: number[];
}

/** Answers of all endpoints for the persons behind a number (reference/insights.md 13). */
export interface PeopleAnswer {
  results?: { people: (Actor | PlainPerson)[] }[];
  result?: (Actor | RetentionPeopleRow)[];
  next: string | null;
}

/** Everybody of an answer. */
export function toSomebodies({ results, result = [] }: PeopleAnswer): Somebody[] {
  const rows = results?.flatMap(({ people }) => people) ?? result;
  return rows.map((row) => ("appearances" in row ? toSomebody(row.person, row.appearances) : toSomebody(row)));
}

function toSomebody(actor: Actor | PlainPerson, appearances?: number[]): Somebody {
  return appearances === undefined ? toOne(actor) : { ...toOne(actor), appearances };
}

function toOne(actor: Actor | PlainPerson): Somebody {
  if (isGroup(actor)) {
    const { group_key: key } = actor;
    const { name } = actor.properties as { name?: unknown };
    const explainBy = { group_key: key };
    return { key, name: typeof name === "string" ? name : key, personId: null, about: `group ${key}`, explainBy };
  }
  const { id, uuid, distinct_ids: ids, is_identified: isKnown } = actor;
  const [first = ""] = ids;
  const name = typeof actor.name === "string" ? actor.name : JSON.stringify(actor.name);
  const state = id === null ? "no person profile" : isKnown ? "identified" : "anonymous";
  return {
    key: uuid,
    name,
    personId: id === null ? null : String(id),
    about: first === name ? state : `${state} · ${first}`,
    explainBy: id === null ? { distinct_id: first } : { person_id: String(id) },
  };
}

function isGroup(actor: Actor | PlainPerson): actor is Extract<Actor, { type: "group" }> {
  return "group_key" in actor;
}

/** The path of a link of an answer, under this hoglet wherever it is mounted: links name the server's own address. */
export function toPath(link: string): string {
  return link.slice(link.indexOf("/api/") + 1);
}

/** The same with the search of the dialog, from the first page on. */
export function withSearch(path: string, search: string): string {
  return search === "" ? path : `${path}&search=${encodeURIComponent(search)}`;
}

/** The same as a file of comma-separated values, complete. */
export function toCsvPath(path: string): string {
  return `${path}&format=csv`;
}
