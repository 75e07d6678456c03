import { suite } from "uvu";
import * as assert from "uvu/assert";
import { eventsOfPerson } from "../../../lib/log/list/index.ts";
import { writeNow } from "../../../lib/storage/index.ts";
import { openPeople } from "../../people/persons/people.ts";

const NOW = "2024-03-02T12:00:00Z";

/** Events of `a`, who is `a2` too, and of another person. */
async function open() {
  const people = openPeople({ now: NOW });
  await people.capture({ event: "late", distinct_id: "a", timestamp: "2024-03-01T05:00:00Z" });
  await people.capture({ event: "other", distinct_id: "b", timestamp: "2024-03-01T01:00:00Z" });
  await people.capture({ event: "early", distinct_id: "a2", timestamp: "2024-03-01T02:00:00Z" });
  await people.join("a", "a2");
  const { ctx } = people;
  const events = await eventsOfPerson(ctx, { id: 1 }, people.id("a"));
  const names = async () => {
    const found: string[] = [];
    for await (const chunk of events.read()) found.push(...chunk.map((one) => `${one.event} of ${one.distinct_id}`));
    return found;
  };
  return { db: ctx.db, events, names };
}

const person = suite("eventsOfPerson");

person("reads the events of all distinct ids in the order of arrival", async () => {
  const { names, events } = await open();
  assert.equal(await names(), ["late of a", "early of a2", "$create_alias of a"]);
  assert.is(events.earliest(0), Date.parse("2024-03-01T02:00:00Z"));
  assert.is(events.earliest(Date.parse("2024-03-01T02:00:01Z")), Date.parse("2024-03-01T05:00:00Z"));
  assert.is(events.earliest(Date.parse("2024-04-01T00:00:00Z")), null);
});

person("leaves out events that were deleted after they were found", async () => {
  const { db, names } = await open();
  writeNow(db, () => db.sql("DELETE FROM events WHERE seq = 1").run());
  assert.equal(await names(), ["early of a2", "$create_alias of a"]);
});

const HARMS = {
  properties: `UPDATE events SET properties = '{"place":3}' WHERE seq = 3`,
  time: "UPDATE events SET timestamp = timestamp + 1 WHERE seq = 3",
  arrival: "UPDATE events SET received_at = received_at + 1 WHERE seq = 3",
};

for (const [name, harm] of Object.entries(HARMS)) {
  person(`refuses an event with a damaged ${name}`, async () => {
    const { db, names } = await open();
    db.sqlite.exec(harm);
    try {
      await names();
      assert.unreachable();
    } catch (error) {
      assert.is((error as { code?: string }).code, "storage_corrupt");
    }
  });
}

person.run();
