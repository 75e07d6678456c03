import type { Engine } from "../../../lib/port/engine.ts";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { hostedEngine } from "../../../lib/engines/host/hosted-engine.ts";
import type { AskOptions } from "../../../lib/engines/host/thread.ts";
import type { Work } from "../../../lib/engines/host/protocol.ts";
import type { Plan } from "../../../lib/port/plan.ts";
import type { HogletError } from "../../../lib/base/errors.ts";

/** A plan of a kind that no engine has yet. */
interface LaterPlan extends Plan<"later", string> {
  place: string;
}

const PLAN: LaterPlan = { kind: "later", place: "here" };

const LOCAL: Engine = {
  ask: async (plan) => `answered ${plan.kind}` as never,
};

const hosted = suite("hostedEngine");

hosted("asks the engine in it or the thread, plan by plan, whatever its kind", async () => {
  const asked: [Work, AskOptions | undefined][] = [];
  const thread = {
    ask: async (work: Work, options?: AskOptions) => {
      asked.push([work, options]);
      return "from the thread";
    },
  };
  let isQuick = true;
  const engine = hostedEngine({ local: () => LOCAL, thread, isQuick: () => isQuick });
  assert.is(await engine.ask(PLAN), "answered later");
  assert.equal(asked, []);
  isQuick = false;
  assert.is(await engine.ask(PLAN), "from the thread");
  const { signal } = new AbortController();
  assert.is(await engine.ask(PLAN, { signal }), "from the thread");
  assert.equal(asked, [
    [{ kind: "answer", plan: PLAN }, { signal: undefined }],
    [{ kind: "answer", plan: PLAN }, { signal }],
  ]);
  const here = hostedEngine({ local: () => LOCAL, isQuick: () => false });
  assert.is(await here.ask(PLAN), "answered later");
});

hosted("begins nothing for a signal that has aborted, and says why", async () => {
  const engine = hostedEngine({ local: () => LOCAL, isQuick: () => true });
  const reason = new Error("closed the tab");
  const error: unknown = await engine
    .ask(PLAN, { signal: AbortSignal.abort(reason) })
    .catch((thrown: unknown) => thrown);
  assert.equal([(error as HogletError).code, (error as HogletError).cause], ["cancelled", reason]);
});

hosted.run();
