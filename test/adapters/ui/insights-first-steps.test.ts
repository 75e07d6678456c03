import { suite } from "uvu";
import * as assert from "uvu/assert";
import { firstSteps, namesOf } from "../../../adapters/ui/page/views/insights/first-steps.ts";
import { funnelOfEvents } from "../../../adapters/ui/page/views/insights/funnel-of-events.ts";
import { fromSearch } from "../../../adapters/ui/insight-address.ts";

/** Events, newest first as in lists, from lines "person: event, event" in order of time. */
function happened(...lines: string[]) {
  return lines
    .flatMap((line) => {
      const [who = "", names = ""] = line.split(": ");
      return names.split(", ").map((event, index) => ({
        event,
        distinct_id: who,
        person_id: who,
        timestamp: `2024-03-01T09:${String(index).padStart(2, "0")}:00Z`,
      }));
    })
    .toReversed();
}

const steps = suite("firstSteps");

steps("puts equally frequent events into the order in which they were done, not that of the alphabet", () => {
  const events = happened("u1: signed up, invited, paid");
  assert.equal(firstSteps(["invited", "paid", "signed up"], events), ["signed up", "invited", "paid"]);
});

steps("goes by what most people do first", () => {
  const events = happened("u1: searched, bought", "u2: searched, bought, searched", "u3: bought, searched");
  assert.equal(firstSteps(["bought", "searched"], events), ["searched", "bought"]);
});

steps("takes the three most frequent of one's own", () => {
  const names = ["$pageview", "viewed", "$autocapture", "added", "bought", "rated"];
  assert.equal(firstSteps(names), ["viewed", "added", "bought"]);
});

steps("makes do with the events of the library where there are too few of one's own", () => {
  const events = happened("u1: $pageview, signed up");
  assert.equal(firstSteps(["signed up", "$pageview"], events), ["$pageview", "signed up"]);
  assert.equal(firstSteps([]), ["$pageview", "$pageleave"]);
});

steps.run();

const names = suite("namesOf");

names("lists each name once, the most frequent first", () => {
  assert.equal(namesOf(happened("u1: a, b, b, c, b, c")), ["b", "c", "a"]);
  assert.equal(namesOf([]), []);
});

names.run();

const links = suite("funnelOfEvents");

links("leads to the funnel through the events that are shown", () => {
  const address = funnelOfEvents(happened("u1: $pageview, signed up, paid")) ?? "";
  assert.match(address, /^\/insights\/new\?/);
  const question = fromSearch(address.split("?")[1] ?? "");
  assert.is(question?.insight, "FUNNELS");
  assert.equal(
    question?.events?.map(({ id }) => id),
    ["signed up", "paid"],
  );
});

links("leads nowhere from fewer than two different events", () => {
  assert.is(funnelOfEvents(happened("u1: paid, paid")), null);
  assert.is(funnelOfEvents([]), null);
});

links.run();
