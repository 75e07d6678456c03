import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  toAddress,
  toListQuery,
  toPlace,
  toPersonListState,
} from "../../../adapters/ui/page/views/persons/person-list-state.ts";
import type { PersonListState } from "../../../adapters/ui/page/views/persons/person-list-state.ts";

const BEGINNING: PersonListState = { search: "", filters: [], columns: null, offset: 0, cursor: null };
const FULL: PersonListState = {
  search: "ada & bob=%",
  filters: [{ key: "plan", type: "person", operator: "is_not", value: ["pro", "a,b"] }],
  columns: ["plan", "$browser"],
  offset: 50,
  cursor: "after.1717977600000.40.91",
};

const addresses = suite("toAddress");

addresses("leaves out what is as it begins", () => {
  assert.equal(toAddress(BEGINNING), {});
});

addresses("says everything else, so that the address gives the same state", () => {
  const query = new URLSearchParams(new URLSearchParams(toAddress(FULL)).toString());
  assert.equal(toPersonListState(query), FULL);
});

addresses("tells no columns from those that nobody chose", () => {
  const none = { ...BEGINNING, columns: [] };
  assert.equal(toPersonListState(new URLSearchParams(toAddress(none))), none);
});

addresses.run();

const states = suite("toPersonListState");

states("begins without an address", () => {
  assert.equal(toPersonListState(new URLSearchParams()), BEGINNING);
});

states("passes over what cannot be read", () => {
  const address = "filters=%7B&columns=3&offset=50";
  assert.equal(toPersonListState(new URLSearchParams(address)), { ...BEGINNING, columns: [] });
  assert.equal(toPersonListState(new URLSearchParams('filters=[1,{"value":2},{"key":"a"}]')).filters, [{ key: "a" }]);
});

states.run();

const named = (value: string) => ({
  type: "OR",
  values: ["email", "name", "nick"].map((key) => ({ key, value, operator: "icontains", type: "person" })),
});

const queries = suite("toListQuery");

queries("asks for names and emails that hold the search, and for filters if there are any", () => {
  const keys = ["email", "nick"];
  assert.equal(toListQuery(BEGINNING, keys), {});
  assert.equal(toListQuery({ ...BEGINNING, filters: FULL.filters }, keys), { properties: FULL.filters });
  const ada = { type: "AND", values: [named("ada")] };
  assert.equal(toListQuery({ ...BEGINNING, search: " ada " }, keys), { properties: ada });
  const both = { type: "AND", values: [named("ada & bob=%"), { type: "AND", values: FULL.filters }] };
  assert.equal(toListQuery(FULL, keys), { properties: both });
});

queries.run();

const places = suite("toPlace");

places("reads the cursor off a link; the first page has none", () => {
  const link = "http://h/api/projects/1/persons?limit=50&cursor=before.7.40.91";
  assert.equal(toPlace(50, link), { offset: 50, cursor: "before.7.40.91" });
  assert.equal(toPlace(0, link), { offset: 0, cursor: null });
  assert.equal(toPlace(50, null), { offset: 0, cursor: null });
});

places.run();
