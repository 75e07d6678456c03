import { suite } from "uvu";
import * as assert from "uvu/assert";
import { foldEmpty } from "../../../adapters/ui/page/parts/empty-properties.ts";
import { toSummary } from "../../../adapters/ui/page/views/events/summary.ts";

/** As posthog-js sends them from a browser that came by no campaign. */
const SENT = {
  plan: null,
  $browser: null,
  utm_source: null,
  gclid: null,
  utm_medium: "mail",
  $set: { utm_source: null, email: "ada@example.com", plan: null },
  $set_once: { $initial_gclid: null, $initial_utm_source: null },
};

const folding = suite("foldEmpty");

folding("what campaigns left empty is folded, inside of $set and $set_once too; the rest stays as it was sent", () => {
  assert.equal(foldEmpty(SENT), {
    properties: {
      plan: null,
      $browser: null,
      utm_medium: "mail",
      $set: { email: "ada@example.com", plan: null },
    },
    empty: ["utm_source", "gclid", "$set.utm_source", "$set_once.$initial_gclid", "$set_once.$initial_utm_source"],
  });
});

folding("an object that was sent empty, a text, or a list under $set stays", () => {
  for (const $set of [{}, "text", [null], null]) assert.equal(foldEmpty({ $set }), { properties: { $set }, empty: [] });
});

folding("the line of an event in the live list leaves them out", () => {
  assert.is(toSummary({ properties: SENT, elements: [] }), "plan=null · utm_medium=mail");
});

folding.run();
