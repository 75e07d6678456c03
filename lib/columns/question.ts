import { cohortLookup } from "../filters/index.ts";
import type { CohortLookup, Properties } from "../filters/index.ts";
import type { Db } from "../storage/index.ts";
import type { People, PeopleStore } from "./people.ts";
import type { Segment, SegmentStore } from "./store.ts";

/** A person as a question sees it; null and empty = an actor that is no person. */
export interface PersonView {
  personId: number | null;
  personProperties: Properties;
}

/** What one question works on: a project at one moment. */
export interface Question {
  db: Db;
  segments: Segment[];
  people: People;
  cohorts: CohortLookup;
  /** The project's event names; undefined = no event has it. */
  nameId(name: string): number | undefined;
  /** Asks to see every person once; the actors' numbers are the persons' ids. Actors without a person are seen as number 0. */
  eachPerson(see: (actor: number, person: PersonView) => void): void;
  /** Shows the persons to all who asked: to be called when the question is compiled, before rows are looked at. */
  showPersons(): void;
  /** Properties of a group; empty when there is none. */
  groupProperties(groupTypeIndex: number, groupKey: string): Properties;
}

/** Opens a question. Everything must happen in one transaction, so that all of it is seen at one moment. */
export function openQuestion(
  db: Db,
  { store, peopleStore, projectId }: { store: SegmentStore; peopleStore: PeopleStore; projectId: number },
): Question {
  const watchers: ((actor: number, person: PersonView) => void)[] = [];
  const groups = new Map<string, Properties>();
  return {
    db,
    segments: store.segments(projectId),
    people: peopleStore.current(),
    cohorts: cohortLookup(db, projectId),
    nameId: (name) =>
      db.sql("SELECT id FROM event_names WHERE project_id = ? AND name = ?").pluck().get(projectId, name) as
        | number
        | undefined,
    eachPerson: (see) => void watchers.push(see),
    showPersons() {
      if (watchers.length === 0) return;
      showPersons(db, projectId, watchers.splice(0));
    },
    groupProperties(groupTypeIndex, groupKey) {
      const name = `${groupTypeIndex} ${groupKey}`;
      const properties = groups.get(name) ?? readGroup(db, projectId, groupTypeIndex, groupKey);
      groups.set(name, properties);
      return properties;
    },
  };
}

function showPersons(db: Db, projectId: number, watchers: ((actor: number, person: PersonView) => void)[]): void {
  for (const see of watchers) see(0, { personId: null, personProperties: {} });
  // Index persons_by_created_at, for the project.
  const rows = db.sql("SELECT id, properties FROM persons WHERE project_id = ?").raw(true).iterate(projectId);
  for (const [id, text] of rows as IterableIterator<[number, string]>) {
    const person = { personId: id, personProperties: JSON.parse(text) as Properties };
    for (const see of watchers) see(id, person);
  }
}

function readGroup(db: Db, projectId: number, groupTypeIndex: number, groupKey: string): Properties {
  const text = db
    .sql("SELECT properties FROM groups WHERE project_id = ? AND group_type_index = ? AND group_key = ?")
    .pluck()
    .get(projectId, groupTypeIndex, groupKey);
  return text === undefined ? {} : (JSON.parse(String(text)) as Properties);
}
