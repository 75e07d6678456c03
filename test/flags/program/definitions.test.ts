import { array, assert as assertProperty, asyncProperty, constantFrom, option, record, uniqueArray } from "fast-check";
import { PostHog } from "posthog-node";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { askedFor, evaluateFlags, flagDefinitions } from "../../../lib/flags/answers/index.ts";
import { createFlagStore, toDefinition } from "../../../lib/flags/program/index.ts";
import type { FlagValue } from "../../../lib/flags/program/index.ts";
import type { Context } from "../../../lib/handle/context.ts";
import { openRoutes } from "../../http/flag-context.ts";
import { whenAll } from "../../support/rounds.ts";

const definitions = suite("toDefinition");

definitions("gives a boolean flag one condition for everybody", () => {
  const [flag] = createFlagStore({ beta: { value: true, payload: { a: 1 } } }).list(7);
  assert.equal(flag && toDefinition(flag).filters, {
    groups: [{ properties: [], rollout_percentage: 100, variant: null }],
    payloads: { true: '{"a":1}' },
    multivariate: null,
    aggregation_group_type_index: null,
  });
});

definitions("gives a variant for everybody all of the share", () => {
  const [flag] = createFlagStore({ color: "blue" }).list(1);
  assert.equal(flag && toDefinition(flag).filters.multivariate, {
    variants: [{ key: "blue", name: "", rollout_percentage: 100 }],
  });
});

const PROJECT = { id: 1, timezone: "UTC" };

/** The real SDK, evaluating for itself; asking the server would fail. */
async function withSdk<T>(ctx: Context, work: (sdk: PostHog) => Promise<T>): Promise<T> {
  const sdk = new PostHog("phc_test", {
    host: "http://hoglet.test",
    personalApiKey: "phx_test",
    fetch: async (url) => {
      assert.match(url, /\/flags\/definitions\?token=phc_test/);
      return new Response(flagDefinitions(ctx, PROJECT, true).text);
    },
  });
  try {
    await sdk.reloadFeatureFlags();
    return await work(sdk);
  } finally {
    await sdk.shutdown();
  }
}

async function ours(ctx: Context, distinctId: string) {
  const results = await evaluateFlags(ctx, PROJECT, askedFor(distinctId));
  return {
    featureFlags: Object.fromEntries(results.map(({ flag, outcome }) => [flag.key, outcome.value])),
    featureFlagPayloads: Object.fromEntries(
      results.flatMap(({ flag, outcome: { payload } }) =>
        payload === null ? [] : [[flag.key, JSON.parse(payload) as unknown]],
      ),
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

whenAll(definitions)("make posthog-node's own evaluation agree with the server's, whatever was set", async () => {
  const property = asyncProperty(steps, async (sets) => {
    const { ctx } = openRoutes([]);
    const { flags } = ctx;
    for (const { key, value, ids } of sets) {
      const payload = value === false ? {} : { payload: { for: value } };
      flags.set(1, key, value, { ...payload, ...(ids !== null && { distinct_ids: ids }) });
    }
    await withSdk(ctx, async (sdk) => {
      // The SDK takes no empty id.
      for (const id of people.filter((person) => person !== "")) {
        const theirs = await sdk.getAllFlagsAndPayloads(id, { onlyEvaluateLocally: true });
        assert.equal(theirs, await ours(ctx, id), id);
      }
    });
  });
  await assertProperty(property, { numRuns: 60, seed: 1 });
});

definitions.run();
