import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toNodeFlow } from "../../../adapters/ui/page/views/insights/path-node-flow.ts";

const edge = (source: string, target: string, value: number) => ({ source, target, value, average_conversion_time: 0 });
const EDGES = [
  edge("1_/", "2_/pricing", 10),
  edge("1_/blog", "2_/pricing", 30),
  edge("2_/pricing", "3_/sign-up", 25),
  edge("2_/pricing", "3_/", 5),
  edge("1_/", "2_/", 7),
];

const flow = suite("toNodeFlow");

flow("has the links of an item at its position, the most frequent first", () => {
  const { ins, outs, came, went, ended } = toNodeFlow(EDGES, "2_/pricing");
  assert.equal(
    ins.map(({ key, value }) => [key, value]),
    [
      ["1_/blog", 30],
      ["1_/", 10],
    ],
  );
  assert.equal(
    outs.map(({ key, value }) => [key, value]),
    [
      ["3_/sign-up", 25],
      ["3_/", 5],
    ],
  );
  assert.equal([came, went, ended], [40, 30, 10]);
});

flow("does not know how many ended at a first item, and all at a last one", () => {
  assert.equal([toNodeFlow(EDGES, "1_/").went, toNodeFlow(EDGES, "1_/").ended], [17, null]);
  assert.equal([toNodeFlow(EDGES, "3_/sign-up").came, toNodeFlow(EDGES, "3_/sign-up").ended], [25, 25]);
});

flow.run();
