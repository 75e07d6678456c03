import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  findProblem,
  NEW_BEHAVIOUR,
  NEW_DRAFT,
  toCohortDraft,
  toCohortFilters,
} from "../../../adapters/ui/page/views/cohorts/cohort-draft.ts";
import type { CohortDraft } from "../../../adapters/ui/page/views/cohorts/cohort-draft.ts";
import { createHoglet } from "../../../lib/index.ts";
import type { CohortCreateInput, Hoglet } from "../../../lib/index.ts";

/** The form makes filters of the HTTP API. */
type Filters = NonNullable<CohortCreateInput["filters"]>;

const PRO = { key: "plan", type: "person", operator: "exact", value: "pro" } as const;
const DRAFT: CohortDraft = {
  joiner: "OR",
  groups: [
    { joiner: "AND", filters: [PRO], behaviours: [{ ...NEW_BEHAVIOUR, key: "paid", operator: "gte", count: 2 }] },
    {
      joiner: "OR",
      filters: [{ key: "id", type: "cohort", operator: "in", value: 7 }],
      behaviours: [
        {
          key: "3",
          isAction: true,
          operator: "exact",
          count: 0,
          amount: 2,
          unit: "week",
          negation: true,
          filters: [{ key: "$browser", type: "event", operator: "exact", value: "Firefox" }],
        },
      ],
    },
  ],
};

async function withPayers(check: (hoglet: Hoglet) => Promise<void>): Promise<void> {
  const hoglet = await createHoglet({ now: "2024-03-01T12:00:00Z" });
  for (const [id, plan, times] of [
    ["a", "pro", 3],
    ["b", "pro", 1],
    ["c", "free", 3],
  ] as const) {
    for (let count = 0; count < times; count += 1) {
      await hoglet.capture({ event: "paid", distinct_id: id, properties: { $set: { plan } } });
    }
  }
  await check(hoglet);
  await hoglet.close();
}

async function idsIn(hoglet: Hoglet, cohort: number): Promise<string[]> {
  const { results } = await hoglet.cohorts.members(cohort);
  return results.flatMap((person) => person.distinct_ids).toSorted();
}

const filters = suite("toCohortFilters");

filters("is a definition that the same draft is read from", () => {
  assert.equal(toCohortDraft(toCohortFilters(DRAFT).properties), DRAFT);
});

filters("says who is in the cohort", () =>
  withPayers(async (hoglet) => {
    const [first] = DRAFT.groups;
    assert.ok(first);
    const both = await hoglet.cohorts.create({
      name: "both",
      filters: toCohortFilters({ joiner: "OR", groups: [first] }) as Filters,
    });
    assert.equal(await idsIn(hoglet, both.id), ["a"]);
    const either = toCohortFilters({ joiner: "OR", groups: [{ ...first, joiner: "OR" }] }) as Filters;
    assert.equal(await idsIn(hoglet, (await hoglet.cohorts.create({ name: "either", filters: either })).id), [
      "a",
      "b",
      "c",
    ]);
  }),
);

filters.run();

const drafts = suite("toCohortDraft");

drafts("reads what the API made of older definitions, and changes nobody's place", () =>
  withPayers(async (hoglet) => {
    const groups = [{ properties: [PRO] }, { event_id: "paid", days: 7, count: 2, count_operator: "gte" }] as const;
    const cohort = await hoglet.cohorts.create({ name: "old", groups });
    const before = await idsIn(hoglet, cohort.id);
    const draft = toCohortDraft(cohort.filters?.properties);
    assert.ok(draft);
    assert.equal([draft.joiner, draft.groups.length], ["OR", 2]);
    await hoglet.cohorts.update(cohort.id, { filters: toCohortFilters(draft) as Filters });
    assert.equal(before, ["a", "b", "c"]);
    assert.equal(await idsIn(hoglet, cohort.id), before);
  }),
);

drafts("reads the short forms of a behaviour", () => {
  const behaviour = { type: "behavioral", key: "paid", value: "performed_event", explicit_datetime: "-12m" };
  const draft = toCohortDraft({ type: "AND", values: [behaviour] });
  assert.equal(draft?.groups[0]?.behaviours, [{ ...NEW_BEHAVIOUR, key: "paid", amount: 12, unit: "month" }]);
});

drafts("gives up on what the form cannot show", () => {
  const deep = { type: "AND", values: [{ type: "OR", values: [{ type: "AND", values: [PRO] }] }] };
  const unknown = { type: "AND", values: [{ type: "behavioral", key: "paid", value: "performed_event" }] };
  assert.is(toCohortDraft(deep), null);
  assert.is(toCohortDraft(unknown), null);
  assert.is(toCohortDraft("nonsense"), null);
});

drafts.run();

const problems = suite("findProblem");

function withBehaviour(part: object): CohortDraft {
  const behaviours = [{ ...NEW_BEHAVIOUR, key: "paid", ...part }];
  return { joiner: "OR", groups: [{ joiner: "AND", filters: [], behaviours }] };
}

problems("finds none in a whole draft", () => {
  assert.is(findProblem(DRAFT), null);
});

problems("finds what is empty or no number", () => {
  assert.match(findProblem(NEW_DRAFT) ?? "", /condition/);
  assert.match(findProblem(withBehaviour({ key: " " })) ?? "", /event/);
  assert.match(findProblem(withBehaviour({ count: Number.NaN })) ?? "", /times/);
  assert.match(findProblem(withBehaviour({ amount: 0 })) ?? "", /period/);
  assert.is(findProblem(withBehaviour({ count: 0 })), null);
});

problems.run();
