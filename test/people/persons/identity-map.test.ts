import { suite } from "uvu";
import * as assert from "uvu/assert";
import { writeNow } from "../../../lib/storage/index.ts";
import { IdentityMap, writePersons } from "../../../lib/people/persons/index.ts";
import { identify, ping, set } from "../../support/capture-case.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { openWorld } from "../../support/world.ts";

const mapping = suite("IdentityMap");

mapping("serves more ids and persons than it keeps, from the tables", async () => {
  const { ctx } = openWorld();
  const identity = new IdentityMap(ctx.db, { ids: 3, persons: 2 });
  for (let n = 0; n < 100; n++) {
    await writePersons({ db: ctx.db, identity }, () => {
      const distinctId = `u${n % 20}`;
      const person = identity.findPerson(1, distinctId);
      if (person === undefined) {
        const fields = { projectId: 1, founder: distinctId, isIdentified: false, createdAtMs: n };
        identity.claim(distinctId, identity.create({ ...fields, properties: { n } }));
      } else {
        person.properties = { n: Number(person.properties["n"]) + 1 };
        identity.change(person);
      }
    });
  }
  const stored = ctx.db.sql("SELECT properties ->> '$.n' FROM persons ORDER BY id").pluck().all();
  assert.equal(
    stored,
    Array.from({ length: 20 }, (_, n) => n + 4),
  );
});

mapping("writes a person who was changed and then pushed out of memory within the same transaction", async () => {
  const world = openWorld();
  const { ctx } = world;
  await world.capture(Array.from({ length: 20 }, (_, n) => set(`u${n}`, { n })));
  const identity = new IdentityMap(ctx.db, { ids: 3, persons: 2 });
  await writePersons({ db: ctx.db, identity }, () => {
    const changed = identity.findPerson(1, "u0");
    if (changed === undefined) throw new Error("no person");
    changed.properties = { changed: 1 };
    identity.change(changed);
    for (let n = 1; n < 20; n++) identity.findPerson(1, `u${n}`);
    assert.is(identity.findPerson(1, "u0"), changed);
  });
  assert.equal(world.person("u0")?.properties, { changed: 1 });
  world.close();
});

mapping("follows what another handle on the same file commits", async () => {
  const folder = tempFolder();
  const one = openWorld({ file: folder.file("a.db") });
  const two = openWorld({ file: folder.file("a.db"), projectToken: "phc_demo" });
  await one.capture([set("a", { n: 1 }), set("b", { n: 1 })]);
  await two.capture(set("a", { n: 2 }));
  await one.capture(ping("a", { properties: { $set_once: { once: 1 } } }));
  assert.is(two.person("a")?.properties["n"], 2);
  assert.is(two.person("a")?.version, 2);
  await two.capture(identify("a", "b"));
  await one.capture(set("b", { n: 3 }));
  assert.equal(two.persons().length, 1);
  assert.is(two.person("a")?.properties["n"], 3);
  one.close();
  two.close();
  folder.remove();
});

mapping("forgets what a rollback undid", async () => {
  const world = openWorld();
  const { ctx } = world;
  await world.capture(set("a", { n: 1 }));
  const before = world.persons();
  const attempt = () =>
    writePersons(ctx, () => {
      const person = ctx.identity.findPerson(1, "a");
      if (person === undefined) throw new Error("no person");
      person.properties = { n: 2 };
      ctx.identity.change(person);
      ctx.identity.claim("b", person);
      ctx.identity.note(1, "c", true);
      throw new RangeError("stop");
    });
  assert.instance(await attempt().catch((error: unknown) => error), RangeError);
  assert.equal(world.persons(), before);
  writeNow(ctx.db, () => {
    assert.is(ctx.identity.find(1, "b"), undefined);
    assert.is(ctx.identity.find(1, "c"), undefined);
    assert.is(ctx.identity.findPerson(1, "a")?.properties["n"], 1);
  });
  world.close();
});

mapping("writes a person once in a transaction, however many events touch it", async () => {
  const world = openWorld();
  await world.capture(Array.from({ length: 50 }, (_, n) => set("a", { n })));
  assert.is(world.person("a")?.version, 49);
  const { total } = world.ctx.db.sql("SELECT total_changes() AS total").get() as { total: number };
  await world.capture(Array.from({ length: 50 }, (_, n) => set("a", { n: n + 100 })));
  const after = world.ctx.db.sql("SELECT total_changes() AS total").get() as { total: number };
  assert.is(after.total - total, 51);
  world.close();
});

mapping("a distinct id whose UUID another person bears founds one of its own", async () => {
  const world = openWorld();
  const { ctx } = world;
  await world.capture([set("a", { n: 1 }), identify("a", "b")]);
  writeNow(ctx.db, () => ctx.db.sql("UPDATE distinct_ids SET person_id = NULL WHERE distinct_id = 'a'").run());
  ctx.db.invalidate();
  await world.capture(set("a", { n: 2 }));
  assert.is(world.persons().length, 2);
  assert.is.not(world.person("a")?.uuid, world.person("b")?.uuid);
  world.close();
});

const at = (hour: number) => ping("u", { timestamp: `2024-06-10T${hour}:00:00.000Z` });

mapping("dates a person by its own events, not by those of the person who had the id before", async () => {
  const world = openWorld();
  const { ctx } = world;
  await world.capture([at(10), at(11)]);
  await writePersons(ctx, () => {
    const person = ctx.identity.findPerson(1, "u");
    if (person !== undefined) ctx.identity.remove(person);
  });
  await world.capture([at(14), at(15), at(13)]);
  assert.is(world.person("u")?.created_at, "2024-06-10T13:00:00.000Z");
  world.close();
});

mapping.run();
