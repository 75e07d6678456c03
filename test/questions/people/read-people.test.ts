import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sortPeople } from "../../../lib/questions/people/read-people.ts";
import type { PersonActor } from "../../../lib/questions/people/read-people.ts";

function person(uuid: string, created_at: string | null): PersonActor {
  return {
    type: "person",
    id: 1,
    uuid,
    created_at,
    properties: {},
    is_identified: false,
    name: uuid,
    distinct_ids: [],
    matched_recordings: [],
    value_at_data_point: null,
  };
}

const sorted = suite("sortPeople");

sorted("puts the newest first, equal ones by UUID, and those of no known time last", () => {
  const people = [
    person("a", null),
    person("b", "2024-03-01T08:15:30Z"),
    person("d", "2024-03-01T08:15:30.250000Z"),
    person("c", "2024-03-01T08:15:30.250000Z"),
    person("e", "2023-12-31T00:00:00Z"),
  ];
  const uuids = sortPeople(people).map(({ uuid }) => uuid);
  assert.equal(uuids, ["c", "d", "b", "e", "a"]);
});

sorted.run();
