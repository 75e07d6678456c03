import type { Visit } from "../../engines/columns/random-visits.ts";

/** A part of the fields of paths, enough for every rule of sessions and points. */
export interface ModelQuery {
  start?: string;
  end?: string;
  limit: number;
}

/** The numbered items of every session that has a path, with their persons and times. */
export interface ModelPath {
  person: string;
  keys: string[];
  times: number[];
  /** The limit took items off the end. */
  goesOn: boolean;
}

/**
 * Paths by the text of reference/insights.md 12b, written for readers: all events, person by person, each session as a list
 * that becomes shorter step by step. @param personOf the person of a distinct id; undefined = no person
 */
export function modelPaths(
  visits: readonly Visit[],
  personOf: (distinctId: string) => string | undefined,
  query: ModelQuery,
): ModelPath[] {
  const persons = [...new Set(visits.map(({ distinctId }) => personOf(distinctId)))];
  return persons.flatMap((person) => {
    if (person === undefined) return [];
    const own = visits.filter(({ distinctId }) => personOf(distinctId) === person);
    const sorted = own.toSorted((a, b) => a.timestampMs - b.timestampMs);
    return splitSessions(sorted).flatMap((session) => toPath(person, session, query));
  });
}

function splitSessions(sorted: Visit[]): Visit[][] {
  const [first, ...rest] = sorted;
  if (first === undefined) return [];
  const sessions = [[first]];
  let last = first;
  for (const visit of rest) {
    const minutes = (visit.timestampMs - last.timestampMs) / 60_000;
    if (minutes < 30) sessions.at(-1)?.push(visit);
    else sessions.push([visit]);
    last = visit;
  }
  return sessions;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function itemOf({ event, properties }: Visit): string {
  if (event === "$screen") return textOf(properties["$screen_name"]);
  if (event !== "$pageview") return event;
  const url = textOf(properties["$current_url"]);
  return url === "/" ? url : url.replace(/\/$/, "");
}

function toPath(person: string, session: Visit[], { start, end, limit }: ModelQuery): ModelPath[] {
  let steps = session.map((visit) => ({ item: itemOf(visit), time: visit.timestampMs }));
  for (let at = steps.length - 2; at >= 0; at--) if (steps[at]?.item === steps[at + 1]?.item) steps.splice(at, 1);
  if (steps.at(-1)?.item === "") steps.pop();
  const items = () => steps.map(({ item }) => item);
  if (start !== undefined) {
    if (!items().includes(start)) return [];
    while (steps[0]?.item !== start) steps.shift();
  }
  if (end !== undefined) {
    const at = items().indexOf(end, start === undefined ? 0 : 1);
    if (at < 0) return [];
    steps = steps.slice(0, at + 1);
  }
  if (start !== undefined && end !== undefined) {
    if (steps.length > limit) {
      const half = Math.trunc(limit / 2);
      steps.splice(half, steps.length - 2 * half, { item: "...", time: steps[half]?.time ?? NaN });
    }
  } else if (end !== undefined) while (steps.length > limit) steps.shift();
  let goesOn = false;
  if (end === undefined) {
    while (steps.length > limit) {
      steps.pop();
      goesOn = true;
    }
  }
  if (steps.length === 0) return [];
  return [
    { person, goesOn, keys: items().map((item, at) => `${at + 1}_${item}`), times: steps.map(({ time }) => time) },
  ];
}
