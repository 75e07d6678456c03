import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPeople } from "./people.ts";

const P = "/api/projects/1/persons";

const values = suite("listPersonValues");

values("124, 125: counts persons, most frequent first; who has none does not count", async () => {
  const { add, ask, persons } = openPeople();
  await add({ p: { plan: "a" }, q: { plan: "a" }, r: { plan: "b" }, s: {}, t: { plan: "" } });
  await add({ p: { plan: "b" }, q: { plan: "b" } }, 2);
  const expected = [
    { name: "a", count: 2 },
    { name: "b", count: 1 },
  ];
  assert.equal(await persons.values({ key: "plan" }), expected);
  assert.equal((await ask("GET", `${P}/values?key=plan`)).body, expected);
  assert.equal((await ask("GET", `${P}/values/?key=plan&value=B`)).body, expected.slice(1));
});

values("126 without a key, and for computed ones, there are none", async () => {
  const { add, persons } = openPeople();
  await add({ p: { $virt_x: "a", "": "b" } });
  for (const key of ["", "$virt_x", "unknown"]) assert.equal(await persons.values({ key }), []);
});

values("127 at most 20, ties by text", async () => {
  const { add, persons } = openPeople();
  await add(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`p${n}`, { n }])));
  const names = (await persons.values({ key: "n" })).map((value) => value.name);
  assert.equal(
    names,
    Array.from({ length: 30 }, (_, n) => String(n))
      .toSorted()
      .slice(0, 20),
  );
});

values(
  "128 values of any type are texts: sorted keys, words for true and null; equal texts fall together",
  async () => {
    const { add, persons } = openPeople();
    await add({
      a: { v: { z: 1, a: 2 } },
      b: { v: true },
      c: { v: "true" },
      d: { v: null },
      e: { v: 1.5 },
      f: { v: [1, "x"] },
    });
    assert.equal(await persons.values({ key: "v" }), [
      { name: "true", count: 2 },
      { name: "1.5", count: 1 },
      { name: "None", count: 1 },
      { name: '[1, "x"]', count: 1 },
      { name: '{"a": 2, "z": 1}', count: 1 },
    ]);
  },
);

values("keeps up with changes and deletions", async () => {
  const { add, persons } = openPeople();
  await add({ a: { v: 1 }, b: { v: 1 }, c: { v: 1 } });
  await persons.values({ key: "v" });
  await persons.update(1, { properties: { v: 2 } });
  await persons.delete(2);
  assert.equal(await persons.values({ key: "v" }), [
    { name: "1", count: 1 },
    { name: "2", count: 1 },
  ]);
});

values.run();
