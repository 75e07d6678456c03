import { suite } from "uvu";
import * as assert from "uvu/assert";
import { overrideCode, UNDO } from "../../adapters/ui/page/views/flags/override-code.ts";
import type { FlagCreateInput } from "../../lib/index.ts";
import { givenFlags } from "../flags/given-flags.ts";
import { size } from "../support/rounds.ts";
import { inChromium } from "./chromium.ts";
import { until } from "./until.ts";
import { inPage, withVisit } from "./visit.ts";

const flags = suite("posthog-js and stored flags");
const it = inChromium(flags);

/** The given series of values over the same people: a share of all, and variants. */
const SERIES = ["series-simple-200", "series-multivariate-200"].map((id) => {
  const given = givenFlags.find((each) => each.id === id);
  assert.ok(given?.kind === "series");
  return given;
});

/** People of the series whose values are compared: each is a change of the person in the browser. */
const PEOPLE = size(10, 40);

it("gets the values of the given hash vectors, person by person", () =>
  withVisit({}, async ({ hoglet, page }) => {
    for (const { flags: given } of SERIES) {
      for (const { key, filters } of given) await hoglet.featureFlags.create({ key, filters } as FlagCreateInput);
    }
    const ids = Array.from({ length: PEOPLE }, (_, index) => `distinct_id_${200 + index}`);
    // Tells whose flags the page has.
    for (const id of ids) await hoglet.flags.set("who", id, { distinct_ids: [id] });
    const keys = SERIES.flatMap(({ flags: given }) => given.map(({ key }) => key));
    const seen: unknown[][] = [];
    for (const id of ids) {
      await inPage(
        page,
        (posthog, distinctId) => {
          posthog.reset();
          posthog.identify(distinctId ?? "");
        },
        id,
      );
      await until(`the flags are those of ${id}`, async () => {
        return (await inPage(page, (posthog) => posthog.getFeatureFlag("who") ?? null)) === id;
      });
      seen.push(await inPage(page, (posthog, all) => (all ?? []).map((key) => posthog.getFeatureFlag(key)), keys));
    }
    const wanted = ids.map((_, index) => SERIES.map(({ expect }) => expect[index]));
    assert.equal(seen, wanted);
    assert.ok(new Set(wanted.map(String)).size > 5);
  }));

it("keeps an override in the browser until it is undone, by the lines that the page shows", () =>
  withVisit({}, async ({ hoglet, page }) => {
    await hoglet.featureFlags.create({ key: "layout", filters: { groups: [{}], payloads: { true: "1" } } });
    const read = () =>
      inPage(page, (posthog) => [posthog.getFeatureFlag("layout"), posthog.getFeatureFlagPayload("layout") ?? null]);
    const has = (value: unknown, payload: unknown) =>
      until(
        `layout is ${String(value)}`,
        async () => JSON.stringify(await read()) === JSON.stringify([value, payload]),
      );
    await page.reload();
    await has(true, 1);
    await page.evaluate(overrideCode("layout", "wide", '{"columns":3}'));
    await has("wide", { columns: 3 });
    await page.reload();
    await has("wide", { columns: 3 });
    assert.is((await hoglet.featureFlags.evaluate("somebody"))["layout"], true, "the server decides as before");
    await page.evaluate(UNDO);
    await has(true, 1);
  }));

flags.run();
