import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toEventTests } from "../../../lib/admin/actions/match.ts";
import type { ActionStep } from "../../../lib/admin/actions/step.ts";
import { parseElementsChain } from "../../../lib/events/elements/index.ts";
import { compileEventTests } from "../../../lib/events/filters/index.ts";

interface Event {
  event?: string;
  properties?: Record<string, string>;
  /** An elements chain. */
  chain?: string;
}

function matches(steps: ActionStep[], { event = "$pageview", properties = {}, chain = "" }: Event): boolean {
  const test = compileEventTests(toEventTests(steps), () => () => false);
  const elements = () => parseElementsChain(chain);
  return test({ event, properties, personId: null, personProperties: {}, groupProperties: () => ({}), elements });
}

const at = ($current_url: string) => ({ properties: { $current_url } });

const match = suite("toEventTests");

match("matches nothing without steps, and any step otherwise", () => {
  assert.is(matches([], {}), false);
  assert.is(matches([{ event: "a" }, { event: "$pageview" }], {}), true);
  assert.is(matches([{ event: "a" }], {}), false);
});

match("takes a step without an event for any event", () => {
  for (const event of [null, "", undefined]) {
    assert.is(matches([event === undefined ? {} : { event }], { event: "whatever" }), true);
  }
});

match("compares the URL: contains by default, with SQL's wildcards and heeding case", () => {
  assert.is(matches([{ url: "/shop/" }], at("https://x.io/shop/1")), true);
  assert.is(matches([{ url: "/Shop/" }], at("https://x.io/shop/1")), false);
  assert.is(matches([{ url: "x.io/%/1" }], at("https://x.io/shop/1")), true);
  assert.is(matches([{ url: "xxio" }], at("https://x.io/")), false);
  assert.is(matches([{ url: "x_io" }], at("https://x.io/")), true);
  assert.is(matches([{ url: "x\\_io" }], at("https://x.io/")), false);
  assert.is(matches([{ url: "/a?b=(1)" }], at("https://x.io/a?b=(1)")), true);
  assert.is(matches([{ url: "/shop" }], {}), false);
});

match("compares the URL exactly or by pattern when told so", () => {
  assert.is(matches([{ url: "/a", url_matching: "exact" }], at("/a")), true);
  assert.is(matches([{ url: "/a", url_matching: "exact" }], at("/ab")), false);
  assert.is(matches([{ url: "^/a\\d$", url_matching: "regex" }], at("/a1")), true);
  assert.is(matches([{ url: "^/a\\d$", url_matching: "regex" }], at("/ab")), false);
});

match("ANDs name, URL and properties, in any shape", () => {
  const step = { event: "$pageview", url: "/a", properties: { plan: "pro" } };
  assert.is(matches([step], { properties: { $current_url: "/a", plan: "pro" } }), true);
  assert.is(matches([step], { properties: { $current_url: "/a", plan: "free" } }), false);
  assert.is(matches([step], { properties: { $current_url: "/b", plan: "pro" } }), false);
});

const click = { event: "$autocapture", chain: 'button.buy:text="Pay $10"nth-child="1";a:href="/movie"' };

match("looks at the elements of autocapture, each condition at any of them", () => {
  assert.is(matches([{ event: "$autocapture", tag_name: "button", text: "Pay $10" }], click), true);
  assert.is(matches([{ event: "$autocapture", tag_name: "button", text: "Pay" }], click), false);
  assert.is(matches([{ event: "$autocapture", tag_name: "a", href: "/movie" }], click), true);
  assert.is(matches([{ event: "$autocapture", tag_name: "button", href: "/movie" }], click), true);
  assert.is(matches([{ event: "$autocapture", selector: "a > button.buy" }], click), true);
  assert.is(matches([{ event: "$autocapture", selector: "p > button.buy" }], click), false);
  assert.is(matches([{ event: "$autocapture", text: "ay", text_matching: "contains" }], click), true);
  assert.is(matches([{ event: "$autocapture", href: "^/m.vie$", href_matching: "regex" }], click), true);
});

match("says nothing of elements where the event is another", () => {
  assert.is(matches([{ event: "$pageview", text: "Pay" }], {}), true);
});

match.run();
