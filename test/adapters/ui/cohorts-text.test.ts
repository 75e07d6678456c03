import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toCohortText } from "../../../adapters/ui/page/views/cohorts/cohort-text.ts";
import { toDeletedIds } from "../../../adapters/ui/page/views/cohorts/deleted-ids.ts";
import { toDistinctIds } from "../../../adapters/ui/page/views/cohorts/distinct-id-list.ts";
import { createHoglet } from "../../../lib/index.ts";

const NAMES = { cohorts: new Map([[7, "Members"]]), actions: new Map([[3, "bought"]]) };
const PRO = { key: "plan", type: "person", value: ["pro", "team"] };
const PAID = { type: "behavioral", key: "paid", value: "performed_event", time_value: 1, time_interval: "day" };

const texts = suite("toCohortText");

const ROWS: [node: unknown, text: string][] = [
  [[PRO], "plan is pro or team"],
  [
    {
      type: "OR",
      values: [
        { type: "AND", values: [PRO] },
        { type: "AND", values: [PAID, PRO] },
      ],
    },
    "plan is pro or team or (did “paid” at least once in the last day and plan is pro or team)",
  ],
  [
    { ...PAID, value: "performed_event_multiple", operator: "lt", operator_value: 3, time_value: 2 },
    "did “paid” fewer than 3 times in the last 2 days",
  ],
  [
    {
      ...PAID,
      event_type: "actions",
      key: 3,
      negation: true,
      event_filters: [{ key: "amount", operator: "gt", value: 9 }],
    },
    "not: did action “bought” where amount > 9 at least once in the last day",
  ],
  [{ key: "id", type: "cohort", operator: "not_in", value: 7 }, "not in Members"],
  [{ key: "id", type: "static-cohort", value: [7, 8] }, "in Members or cohort 8"],
  [{ key: "email", operator: "is_set", type: "person" }, "email is set"],
  [{ type: "AND", values: [] }, "everybody"],
];

for (const [node, text] of ROWS) texts(`reads: ${text}`, () => assert.is(toCohortText(node, NAMES), text));

texts.run();

const lists = suite("toDistinctIds");

lists("takes one id from each line, once, with what is inside it", () => {
  assert.equal(toDistinctIds("a\r\n  b, c \n\na\n"), ["a", "b, c"]);
  assert.equal(toDistinctIds(""), []);
});

lists.run();

const deleted = suite("toDeletedIds");

deleted("knows those that were deleted and not restored since, last first", async () => {
  const hoglet = await createHoglet();
  for (const name of ["one", "two", "three", "four"]) await hoglet.cohorts.create({ name, is_static: true });
  for (const id of [1, 2, 3]) await hoglet.cohorts.delete(id);
  await hoglet.cohorts.update(2, { deleted: false });
  const { results } = await hoglet.activity.list({ scope: "Cohort", limit: 100 });
  assert.equal(toDeletedIds(results), ["3", "1"]);
  await hoglet.close();
});

deleted.run();
