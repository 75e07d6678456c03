import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { PersonListInput } from "../../../lib/people/persons/index.ts";
import { openPeople } from "./people.ts";
import { whenAll } from "../../support/rounds.ts";

const P = "/api/projects/1/persons";

const pages = suite("listPersons, page by page");

const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`u${n}`, { n }]));

pages("13 and 16: next leads through all persons, newest first, and is null on the last full page", async () => {
  const { add, ask } = openPeople();
  await add(names(20));
  const seen: string[] = [];
  let path: string | null = `${P}?limit=10`;
  for (let page = 0; path !== null; page++) {
    const { body }: { body: Record<string, unknown> } = await ask("GET", path);
    assert.is(body["count"], 20);
    assert.is(body["previous"] === null, page === 0);
    seen.push(...(body["results"] as { name: string }[]).map((person) => person.name));
    path = body["next"] as string | null;
  }
  assert.equal(seen, Object.keys(names(20)).toReversed());
});

pages(
  "persons who come into being meanwhile shift no page: none is missing or repeated, and the count stays",
  async () => {
    for (const condition of ["", `&properties=${JSON.stringify([{ key: "n", operator: "is_set" }])}`, "&search=@"]) {
      const { add, ask } = openPeople();
      await add(Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`u${n}`, { n, email: `${n}@x.org` }])));
      const seen: string[] = [];
      const visited: string[] = [];
      let path: string | null = `${P}?limit=10${condition}`;
      while (path !== null) {
        visited.push(path);
        const { body }: { body: Record<string, unknown> } = await ask("GET", path);
        assert.is(body["count"], 25);
        seen.push(...(body["results"] as { distinct_ids: string[] }[]).map((person) => person.distinct_ids[0] ?? ""));
        await add({ [`new${seen.length}`]: { n: 0, email: "new@x.org" }, [`newer${seen.length}`]: { n: 1 } });
        path = body["next"] as string | null;
      }
      assert.equal(seen, Object.keys(names(25)).toReversed());
      assert.is(visited.length, 3);
    }
  },
);

pages("persons who are deleted page by page are all seen, by next and by previous", async () => {
  for (const condition of ["", `&properties=${JSON.stringify([{ key: "n", operator: "is_set" }])}`, "&search=@"]) {
    for (const direction of ["next", "previous"]) {
      const { add, ask } = openPeople();
      await add(Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`u${n}`, { n, email: `${n}@x.org` }])));
      const seen: string[] = [];
      let path: string | null = `${P}?limit=10${condition}`;
      if (direction === "previous") path = String((await ask("GET", `${path}&offset=25`)).body["previous"]);
      while (path !== null) {
        const { body }: { body: Record<string, unknown> } = await ask("GET", path);
        const results = body["results"] as { distinct_ids: string[]; uuid: string }[];
        assert.is(body["count"], 25 - seen.length);
        seen.push(...results.map((person) => person.distinct_ids[0] ?? ""));
        await ask("POST", `${P}/bulk_delete`, { body: { ids: results.map(({ uuid }) => uuid) } });
        path = body[direction] as string | null;
      }
      assert.equal(seen.toSorted(), Object.keys(names(25)).toSorted(), `${direction} ${condition}`);
    }
  }
});

pages("whoever moves between two pages stays on theirs: a page without rows leads back", async () => {
  const { add, ask } = openPeople();
  await add(names(5));
  const first = (await ask("GET", `${P}?limit=3`)).body;
  const rest = (await ask("GET", String(first["next"]))).body;
  const ids = (rest["results"] as { uuid: string }[]).map(({ uuid }) => uuid);
  await ask("POST", `${P}/bulk_delete`, { body: { ids } });
  const empty = (await ask("GET", String(first["next"]))).body;
  assert.equal([empty["count"], empty["results"], empty["next"]], [3, [], null]);
  assert.equal((await ask("GET", String(empty["previous"]))).body["results"], first["results"]);
  const { body, status } = await ask("GET", `${P}?cursor=after.1`);
  assert.equal([status, body["attr"]], [400, "cursor"]);
});

pages("20: previous of page two is page one", async () => {
  const { add, ask } = openPeople();
  await add(names(5));
  const first = (await ask("GET", `${P}?limit=2`)).body;
  const second = (await ask("GET", String(first["next"]))).body;
  const back = (await ask("GET", String(second["previous"]))).body;
  assert.equal(back.results, first.results);
  assert.is(back["previous"], null);
  const third = (await ask("GET", String(second["next"]))).body;
  assert.equal([third.results.length, third["next"]], [1, null]);
});

pages("17 limit=0 means 100, a large one 1000; an offset past the end is empty with the true count", async () => {
  const { ctx, persons } = openPeople();
  const add = ctx.db.sql("INSERT INTO persons (project_id, uuid, created_at) VALUES (1, ?, ?)");
  for (let n = 0; n < 1100; n++) add.run(`uuid-${n}`, n);
  assert.is((await persons.list({ limit: 0 })).results.length, 100);
  assert.is((await persons.list({ limit: 5000 })).results.length, 1000);
  const past = await persons.list({ offset: 2000 });
  assert.equal([past.count, past.results], [1100, []]);
});

whenAll(pages)(
  "the rows of equal creation are in reverse order of id, with and without filters of many rows",
  async () => {
    const { ctx, persons } = openPeople();
    const add = ctx.db.sql("INSERT INTO persons (project_id, uuid, properties, created_at) VALUES (1, ?, ?, ?)");
    for (let n = 0; n < 5000; n++) add.run(`uuid-${n}`, JSON.stringify({ email: `${n % 7}@x.org`, n: n % 3 }), n % 10);
    const all: { id: number; created_at: string; properties: { n?: number } }[] = [];
    for (let offset = 0; offset < 5000; offset += 1000)
      all.push(...(await persons.list({ limit: 1000, offset })).results);
    const order = all.map((person) => [Date.parse(person.created_at), person.id] as const);
    assert.equal(
      order,
      order.toSorted((a, b) => b[0] - a[0] || b[1] - a[1]),
    );
    const wanted: [PersonListInput, number[]][] = [
      [{ search: "@x" }, all.map((person) => person.id)],
      [
        { properties: { n__lt: 2 } },
        all.filter((person) => Number(person.properties.n) < 2).map((person) => person.id),
      ],
      [{ properties: { n: 2 } }, all.filter((person) => person.properties.n === 2).map((person) => person.id)],
      [
        { search: "@x", properties: { n: 1 } },
        all.filter((person) => person.properties.n === 1).map((person) => person.id),
      ],
    ];
    for (const [query, ids] of wanted) {
      for (const offset of [0, 990]) {
        const page = await persons.list({ ...query, limit: 20, offset });
        assert.is(page.count, ids.length);
        assert.equal(
          page.results.map((person) => person.id),
          ids.slice(offset, offset + 20),
        );
      }
      for (const direction of ["next_cursor", "previous_cursor"] as const) {
        const isForward = direction === "next_cursor";
        let page = await persons.list({ ...query, limit: 700, offset: isForward ? 0 : 5000 });
        const seen = [page.results];
        while (page[direction] !== null) {
          page = await persons.list({ ...query, limit: 700, cursor: page[direction] });
          seen.push(page.results);
        }
        const inOrder = (isForward ? seen : seen.toReversed()).flat();
        assert.equal(
          inOrder.map((person) => person.id),
          ids,
        );
      }
    }
  },
);

pages.run();
