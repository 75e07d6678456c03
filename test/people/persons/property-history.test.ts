import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createPropertyHistory } from "../../../lib/people/persons/property-history.ts";
import type { Properties } from "../../../lib/people/persons/person.ts";
import { toUuidText } from "../../../lib/base/ids.ts";
import { openPeople } from "./people.ts";

const history = suite("createPropertyHistory");

const noCreator = (properties: Properties) => {
  const { $creator_event_uuid: _, ...rest } = properties;
  return rest;
};

history("gives what a person's properties were after each event, which is what capture stored then", async () => {
  const people = openPeople();
  const tape: [string, string, Record<string, unknown>][] = [
    ["x", "anon", { $set: { plan: "free", source: "ad" } }],
    ["x", "anon", { $browser: "Chrome", $set_once: { first: 1 } }],
    ["x", "user", { $set: { plan: "pro" } }],
    ["x", "user", { $set: { secret: 1 }, $process_person_profile: false }],
    ["$identify", "user", { $anon_distinct_id: "anon", $set: { name: "Ana" } }],
    ["x", "anon", { $set: { plan: "team", list: [1] }, $unset: ["source"] }],
    ["$exception", "user", { $set: { plan: "broken" } }],
    ["$create_alias", "user", { alias: "third" }],
    ["x", "third", { $set: { $os: "mac" } }],
    ["$delete_person_property", "user", { $unset: ["plan"] }],
  ];
  const stored: unknown[] = [];
  for (const [event, distinct_id, properties] of tape) {
    await people.capture({ event, distinct_id, properties });
    stored.push(noCreator(people.person(distinct_id)?.properties ?? {}));
  }
  const next = createPropertyHistory();
  const rows = people.ctx.db
    .sql(
      `SELECT e.uuid, n.name, d.distinct_id, e.timestamp, e.properties FROM events e
       JOIN event_names n ON n.id = e.event_name_id JOIN distinct_ids d ON d.id = e.distinct_id_id ORDER BY e.seq`,
    )
    .raw()
    .all() as [Buffer, string, string, number, string][];
  const rebuilt = rows.map(([uuid, event, distinctId, timestampMs, properties]) =>
    noCreator(next({ uuid: toUuidText(uuid), event, distinctId, timestampMs, properties: JSON.parse(properties) })),
  );
  assert.equal(rebuilt, stored);
});

history.run();
