import type { Actor, PlainPerson, RetentionPeopleRow } from "../../../../../lib/index.ts";
import { toShortName } from "../persons/short-name.ts";

/** The source of the persons behind a number. */
export interface People {
  /** E.g. "paid · 2024-03-01". */
  title: string;
  /** The path that returns them, with all parameters; begins with `api/`. */
  path: string;
  /** A distinct id whose events are explained. */
  who?: string;
}

/** Shows the persons behind a number. */
export type OpenPeople = (people: People) => void;

/** A person (or group) of any answer, in the form that is shown. */
export interface Somebody {
  key: string;
  kind: "person" | "group";
  name: string;
  /** Id of the person's page; null = none (a group, or a distinct id without a person). */
  personId: string | null;
  about: string;
  /** The actor's identity in a funnel's explanation. */
  explainBy: { person_id: string } | { distinct_id: string } | { group_key: string };
  /** The periods in which the actor came, for a row of a retention. */
  appearances?: number[];
}

/** Answers of all endpoints for the persons behind a number (reference/insights.md 13). */
export interface PeopleAnswer {
  results?: { people: (Actor | PlainPerson)[] }[];
  result?: (Actor | RetentionPeopleRow)[];
  next: string | null;
  /** The number of all actors, if `include_total` asked for it. */
  total_count?: number;
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
    return {
      key,
      kind: "group",
      name: typeof name === "string" ? name : key,
      personId: null,
      about: `group ${key}`,
      explainBy,
    };
  }
  const { id, uuid, distinct_ids: ids, is_identified: isKnown } = actor;
  const [first = ""] = ids;
  const name = toShortName(actor);
  const state = id === null ? "no person profile" : isKnown ? "identified" : "anonymous";
  return {
    key: uuid,
    kind: "person",
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

/** The path with pages of another size. */
export function withLimit(path: string, limit: number): string {
  return withField(path, "limit", String(limit));
}

/** The path that counts all persons of a list. */
export function toTotalPath(path: string): string {
  return withField(withLimit(path, 1), "include_total", "true");
}

function withField(path: string, name: string, value: string): string {
  const [start = "", search = ""] = path.split("?");
  const fields = new URLSearchParams(search);
  fields.set(name, value);
  return `${start}?${fields.toString()}`;
}

/** The address of a list of persons as a view, after the `#`. */
export function toPeopleAddress({ title, path, who }: People): string {
  return `/people?${new URLSearchParams({ title, path: toPath(path), ...(who !== undefined && { who }) }).toString()}`;
}

/**
 * The list of persons of an address; null = it has none. It may come from anybody: only lists of persons of the shown project are read.
 * @param P the project's path in the API
 */
export function fromPeopleAddress(query: URLSearchParams, P: string): People | null {
  const path = query.get("path") ?? "";
  const [, start] = /^(.*)\/persons\/[a-z/]+\?/s.exec(path) ?? [];
  if (start !== P) return null;
  const who = query.get("who");
  return { title: query.get("title") || "Persons", path, ...(who && { who }) };
}

/** The path of the complete CSV file. */
export function toCsvPath(path: string): string {
  return `${path}&format=csv`;
}
