import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fromSearch, toSearch } from "../../../adapters/ui/insight-address.ts";
import { funnelOfPaths, stepsOf, toFunnelPaths } from "../../../adapters/ui/page/views/insights/funnel-paths.ts";
import { toDefault, toKind } from "../../../adapters/ui/page/views/insights/kinds.ts";
import { toFields } from "../../../adapters/ui/page/views/insights/to-fields.ts";
import { createHoglet } from "../../../lib/index.ts";
import type { PathsQuestion } from "../../../lib/index.ts";

const at = (minute: number) => `2024-03-08T11:${String(minute).padStart(2, "0")}:00Z`;

const FUNNEL = { ...toDefault("funnel", ["signed up", "paid"]), funnel_viz_type: "trends", date_from: "-7d" };
const STEPS = { ...toDefault("funnel", ["signed up", "paid"]), date_from: "-7d" };

const making = suite("toFunnelPaths");

making("is a question that the API answers, with the paths of those at the step alone", async () => {
  const hoglet = await createHoglet({ now: "2024-03-08T12:00:00Z" });
  for (const [distinct_id, names] of Object.entries({
    u1: ["opened", "signed up", "searched", "paid", "left"],
    u2: ["opened", "left"],
  })) {
    for (const [minute, event] of names.entries()) {
      await hoglet.capture({ event, distinct_id, timestamp: at(minute) });
    }
  }
  const ask = async (part: Parameters<typeof toFunnelPaths>[1], step: number) => {
    const { result } = await hoglet.insights.paths(toFields(toFunnelPaths(FUNNEL, part, step)) as PathsQuestion);
    return result.map(({ source, target }) => `${source} ${target}`).toSorted();
  };
  assert.equal(await ask("funnel_path_after_step", 2), ["1_paid 2_left"]);
  assert.equal(await ask("funnel_path_before_step", 1), ["1_opened 2_signed up"]);
  assert.equal(await ask("funnel_path_between_steps", 2), ["1_signed up 2_searched", "2_searched 3_paid"]);
  await hoglet.close();
});

making("stands in an address as it is", () => {
  const question = toFunnelPaths(FUNNEL, "funnel_path_after_step", 2);
  assert.equal(fromSearch(toSearch(question)), question);
});

making.run();

const back = suite("funnelOfPaths");

back("is the funnel again, and none of paths of everybody", () => {
  const question = toFunnelPaths(FUNNEL, "funnel_path_after_step", 2);
  assert.equal(funnelOfPaths(question), STEPS);
  assert.is(funnelOfPaths(toDefault("paths", [])), undefined);
});

back("is what the paths become as a funnel, and as its correlation", () => {
  const question = toFunnelPaths(FUNNEL, "funnel_path_after_step", 2);
  assert.equal(toKind(question, "funnel", []), STEPS);
  assert.equal(toKind(question, "correlation", []), toKind(STEPS, "correlation", []));
});

back.run();

const choices = suite("stepsOf");

choices("offers each step, but between two only those with one before", () => {
  assert.equal(stepsOf("funnel_path_after_step", FUNNEL), [1, 2]);
  assert.equal(stepsOf("funnel_path_between_steps", FUNNEL), [2]);
});

choices.run();
