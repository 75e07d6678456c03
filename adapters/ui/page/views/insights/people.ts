import type { Actor, PlainPerson, RetentionPeopleRow } from "../../../../../lib/index.ts";
import type { QuestionDraft } from "./question.ts";

/** The source of the persons behind a number. */
export interface People {
  /** E.g. "paid · 2024-03-01". */
  title: string;
  /** The path that returns them, with all parameters; begins with `api/`. */
  path: string;
  /** The funnel that can explain each person's events. */
  explain?: QuestionDraft;
}

/** Shows the persons behind a number. */
export type OpenPeople = (people: People) => void;

/** A person (or group) of any answer, in the form that is shown. */
export interface Somebody {
  key: string;
  name: string;
  /** Id of the person's page; null = none (a group, or a distinct id without a person). */
  personId: string | null;
  about: string;
  /** Their identity in a funnel's explanation. */
  explainBy: { person_id: string } | { distinct_id: string } | { group_key: string };
  /** For a retention's row: the periods in which they came. */
  appearances?: number[];
}

/** Answers of all endpoints for the persons behind a number (reference/insights.md 13). */
export interface PeopleAnswer {
  results?: { people: (Actor | PlainPerson)[] }[];
  result?: (Actor | RetentionPeopleRow)[];
  next: string | null;
}

/** All persons of an answer. */
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

/** The path of a link in an answer, under this hoglet's mount path: links have the server's own address. */
export function toPath(link: string): string {
  return link.slice(link.indexOf("/api/") + 1);
}

/** The path with the dialog's search, from the first page on. */
export function withSearch(path: string, search: string): string {
  return search === "" ? path : `${path}&search=${encodeURIComponent(search)}`;
}

/** The path of the complete CSV file. */
export function toCsvPath(path: string): string {
  return `${path}&format=csv`;
}
