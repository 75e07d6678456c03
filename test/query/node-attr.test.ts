import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findKind } from "../../lib/query/index.ts";
import { toNodeAttr } from "../../lib/query/node-attr.ts";

const ACTION = { kind: "ActionsNode", id: 4 };
const EVENT = { kind: "EventsNode", event: "seen" };

/** A kind, the field of the older dialect, the field of the node. */
const NAMES: [kind: string, older: string, expected: string][] = [
  ["TrendsQuery", "date_from", "dateRange__date_from"],
  ["TrendsQuery", "interval", "interval"],
  ["TrendsQuery", "events__1__math_property", "series__2__math_property"],
  ["TrendsQuery", "actions__0__id", "series__1__id"],
  ["TrendsQuery", "events", "series"],
  ["TrendsQuery", "formula", "trendsFilter__formula"],
  ["TrendsQuery", "properties__0__operator", "properties__0__operator"],
  ["TrendsQuery", "compare_to", "compareFilter__compare_to"],
  ["TrendsQuery", "filter_test_accounts", "filterTestAccounts"],
  ["FunnelsQuery", "exclusions__0__funnel_from_step", "funnelsFilter__exclusions__0__funnelFromStep"],
  ["RetentionQuery", "target_entity__id", "retentionFilter__targetEntity__id"],
  ["WebOverviewQuery", "filters__properties__0__1__type", "properties__1__type"],
  ["HogQLQuery", "filters__properties__0__type", "filters__properties__0__type"],
  ["TrendsQuery", "unheard_of", "unheard_of"],
];

const attrs = suite("toNodeAttr");

attrs("names the field of the node that holds a field of the older dialect", () => {
  for (const [name, older, expected] of NAMES) {
    const kind = findKind(name);
    assert.ok(kind);
    assert.is(toNodeAttr(older, kind.node, { series: [EVENT, ACTION, EVENT] }), expected, `${name} ${older}`);
  }
});

attrs.run();
