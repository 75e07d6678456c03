import { array, assert as assertProperty, asyncProperty, constantFrom, option, record, uniqueArray } from "fast-check";
import { PostHog } from "posthog-node";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createFlagStore, evaluate, toDefinitions } from "../../../lib/ingest/flags/index.ts";
import type { FlagStore, FlagValue } from "../../../lib/ingest/flags/index.ts";

const definitions = suite("toDefinitions");

definitions("gives a boolean flag one condition for everybody", () => {
  const flags = createFlagStore({ beta: { value: true, payload: { a: 1 } } });
  assert.equal(toDefinitions(7, flags.list(7)), {
    flags: [
      {
        id: 1,
        team_id: 7,
        key: "beta",
        name: "",
        active: true,
        deleted: false,
        version: 1,
        ensure_experience_continuity: false,
        filters: {
          groups: [{ properties: [], rollout_percentage: 100, variant: null }],
          payloads: { true: '{"a":1}' },
          multivariate: null,
          aggregation_group_type_index: null,
        },
      },
    ],
    group_type_mapping: {},
    cohorts: {},
  });
});

definitions("gives a variant for everybody all of the share", () => {
  const [flag] = toDefinitions(1, createFlagStore({ color: "blue" }).list(1)).flags;
  assert.equal(flag?.filters.multivariate, { variants: [{ key: "blue", name: "", rollout_percentage: 100 }] });
});

/** The real SDK, evaluating for itself; asking the server would fail. */
async function withSdk<T>(flags: FlagStore, work: (sdk: PostHog) => Promise<T>): Promise<T> {
  const sdk = new PostHog("phc_test", {
    host: "http://hoglet.test",
    personalApiKey: "phx_test",
    fetch: async (url) => {
      assert.match(url, /\/flags\/definitions\?token=phc_test/);
      return Response.json(toDefinitions(1, flags.list(1)));
    },
  });
  try {
    await sdk.reloadFeatureFlags();
    return await work(sdk);
  } finally {
    await sdk.shutdown();
  }
}

function ours(flags: FlagStore, distinctId: string) {
  const results = evaluate(flags.list(1), distinctId);
  return {
    featureFlags: Object.fromEntries(results.map(({ flag, value }) => [flag.key, value])),
    featureFlagPayloads: Object.fromEntries(
      results.flatMap(({ flag, payload }) => (payload === null ? [] : [[flag.key, JSON.parse(payload) as unknown]])),
    ),
  };
}

const people = ["u1", "U1", "u2", "a.b", "aXb", "x|y", "(", "\\", "", "true"];
const values = constantFrom<FlagValue[]>(true, false, "red", "blue");
const steps = array(
  record({
    key: constantFrom("a", "b"),
    value: values,
    ids: option(uniqueArray(constantFrom(...people), { minLength: 1, maxLength: 4 })),
  }),
  { minLength: 1, maxLength: 8 },
);

definitions("make posthog-node's own evaluation agree with the server's, whatever was set", async () => {
  const property = asyncProperty(steps, async (sets) => {
    const flags = createFlagStore();
    for (const { key, value, ids } of sets) {
      const payload = value === false ? {} : { payload: { for: value } };
      flags.set(1, key, value, { ...payload, ...(ids !== null && { distinct_ids: ids }) });
    }
    await withSdk(flags, async (sdk) => {
      // The SDK takes no empty id.
      for (const id of people.filter((person) => person !== "")) {
        const theirs = await sdk.getAllFlagsAndPayloads(id, { onlyEvaluateLocally: true });
        assert.equal(theirs, ours(flags, id), id);
      }
    });
  });
  await assertProperty(property, { numRuns: 60, seed: 1 });
});

definitions.run();
