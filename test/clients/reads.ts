import type { Fetch, PersonRecord } from "../../lib/index.ts";

/** A stored event, as far as these tests look at it. */
export interface StoredEvent {
  uuid: string;
  event: string;
  distinct_id: string;
  person_id: string | null;
  timestamp: string;
  properties: Record<string, unknown>;
  elements: Record<string, unknown>[];
}

/** A stored group. */
export interface StoredGroup {
  group_type_index: number;
  group_key: string;
  group_properties: Record<string, unknown>;
}

/** Reads over HTTP with a personal key. */
export interface Reads {
  /** Events, newest first; only those with `name` when it is given. */
  events(name?: string): Promise<StoredEvent[]>;
  /** The only event of a name. @throws Error unless there is exactly one */
  event(name: string): Promise<StoredEvent>;
  persons(): Promise<PersonRecord[]>;
  /** The person with a distinct id. @throws Error unless there is exactly one */
  person(distinctId: string): Promise<PersonRecord>;
  /** The groups of the first group type. */
  groups(): Promise<StoredGroup[]>;
  /** The count of the last 7 days, from a trend; `dau` = unique persons. */
  count(name: string, math?: "total" | "dau"): Promise<number>;
}

/** Reads the first project of a hoglet through its HTTP surface. */
export function readsOf(fetch: Fetch, origin: string, personalApiKey: string | null): Reads {
  const ask = async <Answer>(path: string, question?: unknown): Promise<Answer> => {
    const response = await fetch(`${origin}/api/projects/@current/${path}`, {
      headers: { authorization: `Bearer ${personalApiKey}`, "content-type": "application/json" },
      ...(question !== undefined && { method: "POST", body: JSON.stringify(question) }),
    });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const list = async <Row>(path: string) => (await ask<{ results: Row[] }>(path)).results;
  const events = (name?: string) =>
    list<StoredEvent>(`events/?limit=1000${name === undefined ? "" : `&event=${encodeURIComponent(name)}`}`);

  return {
    events,
    event: async (name) => only(await events(name), `event ${name}`),
    persons: () => list("persons/"),
    person: async (distinctId) =>
      only(await list(`persons/?distinct_id=${encodeURIComponent(distinctId)}`), `person ${distinctId}`),
    groups: () => list("groups/?group_type_index=0"),
    async count(name, math = "total") {
      const question = { events: [{ id: name, math }], date_from: "-7d" };
      const { result } = await ask<{ result: { data: number[] }[] }>("insights/trend/", question);
      return only(result, `line of ${name}`).data.reduce((sum, value) => sum + value, 0);
    },
  };
}

function only<Row>(rows: Row[], what: string): Row {
  const [first] = rows;
  if (first === undefined || rows.length > 1) throw new Error(`Expected one ${what} but found ${rows.length}.`);
  return first;
}
