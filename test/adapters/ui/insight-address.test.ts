import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fromSearch, toAddress, toSearch } from "../../../adapters/ui/insight-address.ts";
import { KIND_NAMES, toDefault } from "../../../adapters/ui/page/views/insights/kinds.ts";
import type { QuestionDraft } from "../../../adapters/ui/page/views/insights/question.ts";

/** A question with every kind of field, and with signs that mean something in addresses. */
const EVERYTHING: QuestionDraft = {
  insight: "TRENDS",
  events: [
    {
      id: "100% ü & #1?=/",
      type: "events",
      order: 0,
      math: "sum",
      math_property: "a+b",
      properties: [{ key: "k", value: ["x", "y"] }],
    },
    { id: null, type: "events", order: 2 },
  ],
  actions: [{ id: 7, type: "actions", order: 1, name: "Spent, money" }],
  properties: { type: "OR", values: [{ key: "plan", value: "pro", type: "person" }] },
  filter_test_accounts: true,
  date_from: "-30d",
  date_to: "2024-03-01",
  interval: "week",
  display: "ActionsBar",
  compare: true,
  formula: "A / B + 1",
  smoothing_intervals: 7,
  breakdown: "$browser",
  breakdown_type: "event",
  breakdown_limit: 5,
  breakdown_histogram_bin_count: 3,
};

/** The part of an address after its `#`, as a browser writes it. */
function throughBrowser(search: string): string {
  const url = new URL("http://127.0.0.1/ui/");
  url.hash = `/insights/new?${search}`;
  return url.hash.split("?").slice(1).join("?");
}

const writing = suite("toSearch");

writing("is read back as it was, after a browser has had it", () => {
  const questions = [EVERYTHING, ...KIND_NAMES.map((kind) => toDefault(kind, ["$pageview", "paid", "signed up"]))];
  for (const question of questions) assert.equal(fromSearch(throughBrowser(toSearch(question))), question);
});

writing("keeps texts, numbers and lists of a breakdown apart", () => {
  for (const breakdown of ["$browser", "7", 7, "[a]", '"quoted"', "-1", [1, "all"], ["$os", "$browser"], "-x", ""]) {
    const question: QuestionDraft = { insight: "FUNNELS", breakdown };
    assert.equal(fromSearch(throughBrowser(toSearch(question))), question);
  }
});

writing("can be read by people", () => {
  assert.is(
    toSearch({ insight: "TRENDS", events: [{ id: "$pageview", type: "events" }], date_from: "-30d" }),
    "insight=TRENDS&events=[{%22id%22:%22$pageview%22,%22type%22:%22events%22}]&date_from=-30d",
  );
});

writing.run();

const reading = suite("fromSearch");

reading("gives nothing for an address without a question, or one that was cut off", () => {
  assert.is(fromSearch(""), undefined);
  assert.is(fromSearch("date_from=-7d"), undefined);
  assert.is(fromSearch("insight=TRENDS&events=[{%22id%22:%22paid"), undefined);
  assert.is(fromSearch("insight=TRENDS&formula=%E0%A4%A"), undefined);
});

reading("keeps a field that the page does not know, as text", () => {
  assert.equal(fromSearch("insight=PATHS&path_type=$screen"), {
    insight: "PATHS",
    path_type: "$screen",
  } as QuestionDraft);
});

reading.run();

const addressing = suite("toAddress");

addressing("is that of a saved insight alone until it is changed", () => {
  assert.is(toAddress("abc"), "/insights/abc");
  assert.is(toAddress("abc", { insight: "LIFECYCLE" }), "/insights/abc?insight=LIFECYCLE");
});

addressing.run();
