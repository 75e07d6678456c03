import type { HogletOptions } from "../../../lib/handle/options.ts";
import { createScope } from "../../../lib/operations/index.ts";
import { personsHandle } from "../../../lib/operations/persons.ts";
import type { PersonsHandle } from "../../../lib/operations/index.ts";
import { openRest } from "../../http/ask.ts";
import type { Rest } from "../../http/ask.ts";

/** A world with two ways to its persons: the handle's methods and HTTP. */
export interface People extends Omit<Rest, "persons"> {
  persons: PersonsHandle;
  /** Captures one `$set` event for each person, in the order given. */
  add(people: Record<string, Record<string, unknown>>, project?: number): Promise<void>;
  /** Joins another distinct id to a person. */
  join(distinctId: string, other: string): Promise<void>;
  /** Integer id of the person that has the distinct id. */
  id(distinctId: string, project?: number): number;
  /** All entries of the activity log about persons, oldest first, without time and author. */
  activity(): { item_id: string; activity: string; detail: Record<string, unknown>; key_label: string | null }[];
}

/** Opens a world for tests of person endpoints. */
export function openPeople(options: HogletOptions = {}): People {
  const rest = openRest(options);
  const { db } = rest.ctx;
  return {
    ...rest,
    persons: personsHandle(createScope(() => rest.ctx)),
    async add(people, project = 1) {
      for (const [distinctId, properties] of Object.entries(people)) {
        await rest.capture({ event: "$set", distinct_id: distinctId, properties: { $set: properties } }, { project });
      }
    },
    join: (distinctId, other) =>
      rest.capture({ event: "$create_alias", distinct_id: distinctId, properties: { alias: other } }),
    id: (distinctId, project = 1) =>
      Number(
        db
          .sql("SELECT person_id FROM distinct_ids WHERE project_id = ? AND distinct_id = ?")
          .pluck()
          .get(project, distinctId),
      ),
    activity: () =>
      db
        .sql("SELECT item_id, activity, detail, key_label FROM activity_log WHERE scope = 'Person' ORDER BY id")
        .all()
        .map((row) => {
          const entry = row as { item_id: string; activity: string; detail: string; key_label: string | null };
          return Object.assign(entry, { detail: JSON.parse(entry.detail) as Record<string, unknown> });
        }),
  };
}
