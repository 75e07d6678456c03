import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toSummary } from "../../../../../../adapters/ui/page/views/events/summary.ts";
import type { EventRecord } from "../../../../../../lib/index.ts";

const summary = suite("toSummary");

summary("what was clicked, the event's own properties by name, where it was", () => {
  const event = {
    properties: { $current_url: "https://a/b", $lib: "web", plan: "pro", amount: 9, tags: ["x"] },
    elements: [{ tag_name: "button", text: "Buy" }],
  } as unknown as EventRecord;
  assert.is(toSummary(event), '“Buy” · amount=9 · plan=pro · tags=["x"] · https://a/b');
});

summary("nothing of an event that says nothing", () => {
  assert.is(toSummary({ properties: {}, elements: [] }), "");
});

summary("no more than a line", () => {
  assert.is(toSummary({ properties: { text: "x".repeat(1000) }, elements: [] }).length, 160);
});

summary.run();
