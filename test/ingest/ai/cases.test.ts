import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import type { HogletOptions } from "../../../lib/index.ts";

/** A case of `fixtures/cases/ai.json`. */
interface Case {
  name: string;
  event: string;
  properties: Record<string, unknown>;
  expect: Record<string, unknown>;
  absent?: string[];
  /** Another name than the event was sent with. */
  stored?: string;
  distinctId?: string;
  warning?: string;
}

const { prices, cases } = JSON.parse(readFileSync("fixtures/cases/ai.json", "utf8")) as {
  prices: NonNullable<HogletOptions["aiPrices"]>;
  cases: Case[];
};

const ai = suite("events about language models");

for (const [place, { name, event, properties, expect, absent = [], stored, distinctId, warning }] of cases.entries()) {
  ai(name, async () => {
    await using hoglet = await createHoglet({ aiPrices: prices });
    const uuid = `0197a000-0000-7000-8000-${String(place).padStart(12, "0")}`;
    await hoglet.capture({ event, distinct_id: "u1", properties: structuredClone(properties), uuid });
    const found = await hoglet.events.get(uuid);
    assert.is(found.event, stored ?? event);
    assert.is(found.distinct_id, distinctId ?? "u1");
    const own = Object.fromEntries(Object.keys(expect).map((key) => [key, found.properties[key]]));
    assert.equal(own, expect);
    assert.equal(
      absent.filter((key) => key in found.properties),
      [],
    );
    const warnings = (await hoglet.warnings.list()).results.map(({ type }) => type);
    assert.equal(warnings, warning === undefined ? [] : [warning]);
  });
}

ai.run();
