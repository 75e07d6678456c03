import { suite } from "uvu";
import * as assert from "uvu/assert";
import { askedFor, evaluateFlags, toDecideShape, toFlagsV1, toFlagsV2 } from "../../../lib/flags/answers/index.ts";
import { openRoutes } from "../../http/flag-context.ts";

const { ctx } = openRoutes([], { flags: { off: false, beta: { value: true, payload: { a: 1 } }, color: "blue" } });
const project = { id: 1, timezone: "UTC" };
const requestId = "018df000-0000-7000-8000-000000000001";
const answer = { results: await evaluateFlags(ctx, project, askedFor("u1")), requestId, evaluatedAt: 5 };

const v2 = suite("toFlagsV2");

v2("tells value, reason and payload of each flag, those that are off too", () => {
  assert.equal(toFlagsV2(answer), {
    errorsWhileComputingFlags: false,
    flags: {
      off: {
        key: "off",
        enabled: false,
        variant: null,
        reason: { code: "no_condition_match", condition_index: 0, description: "No matching condition set" },
        metadata: { id: 1, version: 1, description: null },
      },
      beta: {
        key: "beta",
        enabled: true,
        variant: null,
        reason: { code: "condition_match", condition_index: 0, description: "Matched condition set 1" },
        metadata: { id: 2, version: 1, description: null, payload: '{"a":1}' },
      },
      color: {
        key: "color",
        enabled: true,
        variant: "blue",
        reason: { code: "condition_match", condition_index: 0, description: "Matched condition set 1" },
        metadata: { id: 3, version: 1, description: null },
      },
    },
    requestId,
    evaluatedAt: 5,
  });
});

v2.run();

const v1 = suite("toFlagsV1");

v1("tells values and payloads in two maps", () => {
  assert.equal(toFlagsV1(answer), {
    errorsWhileComputingFlags: false,
    featureFlags: { off: false, beta: true, color: "blue" },
    featureFlagPayloads: { beta: '{"a":1}' },
    requestId,
    evaluatedAt: 5,
  });
});

v1.run();

const decide = suite("toDecideShape");

decide("lists the keys that are on for version 1", () => {
  assert.equal(toDecideShape(answer, 1), { featureFlags: ["beta", "color"] });
});

decide("maps what is on for version 2", () => {
  assert.equal(toDecideShape(answer, 2), { featureFlags: { beta: true, color: "blue" } });
});

decide("takes the shapes of /flags from version 3 on", () => {
  assert.equal(toDecideShape(answer, 3), toFlagsV1(answer));
  assert.equal(toDecideShape(answer, 4), toFlagsV2(answer));
  assert.equal(toDecideShape(answer, 9), toFlagsV2(answer));
});

decide.run();
