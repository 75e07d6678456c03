import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { HogletError } from "../../../lib/base/errors.ts";
import { openPeople } from "./people.ts";

const UUID = "6931a681-6e90-500d-8294-14582dcc2e3f";

const get = suite("getPerson");

get("58 integer id and UUID give the same person", async () => {
  const { add, persons } = openPeople();
  await add({ "user-1": { email: "m@x.org" } });
  const person = await persons.get(1);
  assert.equal([person.id, person.uuid, person.distinct_ids, person.name], [1, UUID, ["user-1"], "m@x.org"]);
  for (const id of ["1", UUID, UUID.toUpperCase()]) assert.equal(await persons.get(id), person);
});

get("59 and 60 another form is refused with advice; nobody and another project's person are not found", async () => {
  const { add, persons } = openPeople();
  await add({ a: {} });
  const failed = (id: string | number, project = 1) =>
    persons.get(id, { project }).then(
      () => null,
      (error: HogletError) => [error.status, error.detail],
    );
  const advice =
    "The ID provided does not look like a personID. If you are using a distinctId, please use " +
    "/persons?distinct_id=not-an-id instead.";
  assert.equal(await failed("not-an-id"), [400, advice]);
  assert.equal(await failed(99), [404, "Not found."]);
  assert.equal(await failed(UUID), [404, "Not found."]);
  assert.equal(await failed(1, 2), [404, "Not found."]);
});

get.run();
