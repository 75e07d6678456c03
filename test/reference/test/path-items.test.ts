import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileItem } from "../rows/path-items.ts";
import { walkEvents } from "../../../lib/engines/rows/walk-events.ts";
import type { PathItems } from "../../../lib/questions/paths/index.ts";
import { openRows, people } from "./open-rows.ts";

const RULES: PathItems = {
  translations: [{ event: "$pageview", key: "$current_url", trimSlash: true }],
  expression: null,
  replacements: [],
  groupings: [],
  exclude: [],
};

/** Items of page views, one for each URL. */
function itemsOf(rules: Partial<PathItems>, ...urls: unknown[]): string[] {
  const events = urls.map((url) => {
    return {
      event: "$pageview",
      distinct_id: "a",
      timestamp: "2020-01-02T10:00:00Z",
      properties: { $current_url: url },
    };
  });
  const { ctx, project } = openRows({ now: "2020-01-04T12:00:00Z", persons: people("a"), events });
  const itemOf = compileItem({ ...RULES, ...rules });
  return [...walkEvents(ctx.db, { projectId: project.id, fromMs: 0, untilMs: Infinity })].map(itemOf);
}

const item = suite("compileItem");

item("takes one slash off a URL's end, and shows what is no text as filters see it", () => {
  assert.equal(itemsOf({}, "/", "/a/", "//", "/a//", "", 5, null), ["/", "/a", "/", "/a/", "", "5", ""]);
  assert.equal(itemsOf({ translations: [] }, "/a"), ["$pageview"]);
});

item("lets the last of several matching groupings win, which match anywhere, letter by letter but for stars", () => {
  const groupings = ["/bar", "/bar/*/x", "b*r*x", "a.b"];
  assert.equal(itemsOf({ groupings }, "/foo/bar", "/bar/1/x", "/bar/x", "a-b", "/BAR"), [
    "/bar",
    "b*r*x",
    "b*r*x",
    "a-b",
    "/BAR",
  ]);
});

item("applies replacements one after the other, all occurrences; a pattern that is none replaces nothing", () => {
  const replacements = [
    { regex: "\\d+", alias: "n" },
    { regex: "(", alias: "x" },
    { regex: "n/n", alias: "pair" },
  ];
  assert.equal(itemsOf({ replacements }, "/1/22", "/a"), ["/pair", "/a"]);
});

item.run();
