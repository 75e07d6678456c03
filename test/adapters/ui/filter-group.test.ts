import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fromFilterGroup, toFilterGroup, toFilterList } from "../../../adapters/ui/page/parts/filter-group.ts";
import { parseFilters } from "../../../lib/events/filters/index.ts";

const PRO = { key: "plan", value: "pro" };
const TEAM = { key: "plan", value: "team" };

const lists = suite("toFilterList");

lists("reads each form that all must pass", () => {
  assert.equal(toFilterList(undefined), []);
  assert.equal(toFilterList([PRO]), [PRO]);
  assert.equal(toFilterList({ type: "AND", values: [{ type: "AND", values: [PRO] }] }), [PRO]);
  assert.equal(toFilterList({ type: "OR", values: [PRO] }), [PRO]);
});

lists("gives up on those of which any may pass", () => {
  assert.is(toFilterList({ type: "OR", values: [PRO, PRO] }), null);
  assert.is(toFilterList({ type: "AND", values: [{ type: "OR", values: [PRO, PRO] }] }), null);
  assert.is(toFilterList({ $browser: "Safari" }), null);
});

lists.run();

const reading = suite("toFilterGroup");

reading("reads filters that all must pass, and those of which one must", () => {
  assert.equal(toFilterGroup([PRO, TEAM]), { joiner: "AND", filters: [PRO, TEAM] });
  assert.equal(toFilterGroup({ type: "OR", values: [PRO, TEAM] }), { joiner: "OR", filters: [PRO, TEAM] });
});

reading("takes groups together that say the same without being groups", () => {
  const nested = {
    type: "OR",
    values: [
      { type: "AND", values: [PRO] },
      { type: "OR", values: [TEAM, PRO] },
    ],
  };
  assert.equal(toFilterGroup(nested), { joiner: "OR", filters: [PRO, TEAM, PRO] });
  assert.equal(toFilterGroup({ type: "AND", values: [{ type: "OR", values: [PRO, TEAM] }] }), null);
});

reading("gives up on groups that would come to say something else", () => {
  assert.is(toFilterGroup({ type: "OR", values: [{ type: "AND", values: [PRO, TEAM] }, PRO] }), null);
  assert.is(toFilterGroup({ $browser: "Safari" }), null);
});

reading.run();

const writing = suite("fromFilterGroup");

writing("says nothing where there is nothing, and needs no group for one filter", () => {
  assert.is(fromFilterGroup({ joiner: "OR", filters: [] }), undefined);
  assert.equal(fromFilterGroup({ joiner: "OR", filters: [PRO] }), [PRO]);
});

writing("writes what the API takes, and what is read back as it was", () => {
  for (const joiner of ["AND", "OR"] as const) {
    const group = { joiner, filters: [PRO, TEAM] };
    const wire = fromFilterGroup(group);
    assert.is(parseFilters(wire, "properties").type, joiner);
    assert.equal(toFilterGroup(wire), group);
  }
});

writing.run();
