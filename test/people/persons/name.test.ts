import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toName } from "../../../lib/people/persons/name.ts";
import { openPeople } from "./people.ts";

const UUID = "0b2c4a5e-17a2-4d63-9f6b-0d6c5a1f3e77";

const OWN = ["custom_name", "custom_email"];

const ROWS: {
  says: string;
  own?: string[];
  properties?: Record<string, unknown>;
  distinctIds?: string[];
  gives: string;
}[] = [
  {
    says: "61 the first of the project's own names",
    own: OWN,
    properties: { custom_email: "e", custom_name: "n" },
    gives: "n",
  },
  { says: "61 the second", own: OWN, properties: { custom_email: "e", email: "m@x.org" }, gives: "e" },
  { says: "61 only its own: then the distinct id", own: OWN, properties: { email: "m@x.org" }, gives: "id" },
  { says: "62 the email before the name", properties: { name: "Mira", email: "m@x.org" }, gives: "m@x.org" },
  { says: "62 the name", properties: { name: "Mira" }, gives: "Mira" },
  { says: "62 neither", gives: "id" },
  { says: "a name that says nothing is none", properties: { email: "", name: 0 }, gives: "id" },
  { says: "a number is text, as in the contract", properties: { name: 7 }, gives: "7" },
  { says: "true is text", properties: { email: true }, gives: "true" },
  {
    says: "an object or a list is no name",
    properties: { email: { a: 1 }, name: ["x"], username: "mira" },
    gives: "mira",
  },
  { says: "22 the plain id, if the anonymous one is the older", distinctIds: [UUID, "plain"], gives: "plain" },
  { says: "22 the plain id, if it is the older", distinctIds: ["plain", UUID], gives: "plain" },
  { says: "an anonymous id alone", distinctIds: [UUID], gives: UUID },
  { says: "an upper-case UUID is plain", distinctIds: [UUID.toUpperCase(), "plain"], gives: UUID.toUpperCase() },
  { says: "64 nothing at all: the primary key", distinctIds: [], gives: "41" },
];

const names = suite("toName");

for (const { says, own = [], properties = {}, distinctIds = ["id"], gives } of ROWS) {
  names(says, () => {
    assert.is(toName({ id: 41, properties: properties as never, distinctIds }, own), gives);
  });
}

names.run();

const listed = suite("distinct ids of a person");

listed("65 are shown with plain ones first, though an anonymous one came before", async () => {
  const { capture, join, persons } = openPeople();
  await capture({ event: "x", distinct_id: UUID });
  await join("u-1", UUID);
  assert.equal((await persons.get(1)).distinct_ids, ["u-1", UUID]);
});

listed.run();
