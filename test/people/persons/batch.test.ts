import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPeople } from "./people.ts";

const P = "/api/projects/1/persons";

const byDistinctIds = suite("findPersonsByDistinctIds");

byDistinctIds("gives who is found, by the id asked for, with ten distinct ids at most", async () => {
  const { add, ask, join, persons } = openPeople();
  await add({ a: { n: 1 }, b: {} });
  await add({ foreign: {} }, 2);
  for (let n = 0; n < 12; n++) await join("a", `a${n}`);
  const { results } = await persons.batchByDistinctIds({ distinct_ids: ["a", "a3", "nobody", "foreign", "b"] });
  assert.equal(
    Object.entries(results).map(([id, person]) => [id, person.id]),
    [
      ["a", 1],
      ["a3", 1],
      ["b", 2],
    ],
  );
  assert.is(results["a"]?.distinct_ids.length, 10);
  const reply = await ask("POST", `${P}/batch_by_distinct_ids`, { body: { distinct_ids: ["b"] } });
  assert.equal([reply.status, Object.keys(reply.body.results)], [200, ["b"]]);
  for (const body of [{}, { distinct_ids: "b" }, { distinct_ids: [] }]) {
    assert.equal((await ask("POST", `${P}/batch_by_distinct_ids`, { body })).body, { results: {} });
  }
});

byDistinctIds("finds nobody by what is no text, and a person by a number", async () => {
  const { add, ask } = openPeople();
  await add({ "7": {} });
  const body = { distinct_ids: [{ toString: 1, valueOf: 1 }, null, ["7"], 7] };
  const reply = await ask("POST", `${P}/batch_by_distinct_ids`, { body });
  assert.equal([reply.status, Object.keys(reply.body.results)], [200, ["7"]]);
});

byDistinctIds("is silently cut at 200", async () => {
  const { add, persons } = openPeople();
  await add({ a: {} });
  const many = Array.from({ length: 200 }, (_, n) => `x${n}`);
  assert.equal((await persons.batchByDistinctIds({ distinct_ids: [...many, "a"] })).results, {});
});

byDistinctIds.run();

const byUuids = suite("findPersonsByUuids");

byUuids("gives who is found, by the UUID as given; what is no UUID is refused", async () => {
  const { add, ask, persons, person } = openPeople();
  await add({ a: {}, b: {} });
  await add({ a: {} }, 2);
  const [a, foreign] = [person("a")?.uuid ?? "", person("a", 2)?.uuid ?? ""];
  const { results } = await persons.batchByUuids({ uuids: [a.toUpperCase(), foreign] });
  assert.equal(
    Object.entries(results).map(([id, found]) => [id, found.id]),
    [[a.toUpperCase(), 1]],
  );
  for (const wrong of ["no", { toString: 1, valueOf: 1 }]) {
    const reply = await ask("POST", `${P}/batch_by_uuids`, { body: { uuids: [a, wrong] } });
    assert.equal([reply.status, reply.body["attr"]], [400, "uuids"]);
  }
  assert.equal((await ask("POST", `${P}/batch_by_uuids`, { body: {} })).body, { results: {} });
});

byUuids.run();
