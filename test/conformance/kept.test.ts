import { suite } from "uvu";
import * as assert from "uvu/assert";
import { columnsEngine } from "../../lib/engines/columns/index.ts";
import type { AnswerOf, Plan } from "../../lib/port/plan.ts";
import type { Engine } from "../../lib/port/engine.ts";
import { columnRunners } from "../../lib/questions/columns.ts";
import type { Db } from "../../lib/storage/index.ts";
import { whenAll } from "../support/rounds.ts";
import { conformToStories } from "./stories.ts";
import { play, randomStory } from "./story.ts";

// Plans that are asked again and again, as watched questions are: columns count the events since the last asking, and
// answer as columns that were asked for the first time, which answer as rows do.

/** Plans of a story that are asked again before each question. More make a story longer. */
const WATCHED = 12;

/** The kinds of plans that were asked again. */
const askedAgain = new Set<string>();

function keepingEngine(db: Db, budgetBytes: number): Engine {
  const columns = columnsEngine(db, columnRunners(), { budgetBytes });
  const fresh = columnsEngine(db, columnRunners(), { budgetBytes });
  const watched: { plan: Plan; keepAs: string }[] = [];
  return {
    async ask<P extends Plan>(plan: P): Promise<AnswerOf<P>> {
      for (const { plan: known, keepAs } of watched) {
        askedAgain.add(known.kind);
        assert.equal(rounded(await columns.ask(known, { keepAs })), rounded(await fresh.ask(known)));
      }
      const keepAs = JSON.stringify(plan);
      const runner = columnRunners().find(({ kind }) => kind === plan.kind);
      if (runner?.keeps?.(plan) === true) watched.push({ plan, keepAs });
      if (watched.length > WATCHED) watched.shift();
      return columns.ask(plan, { keepAs });
    },
  };
}

/** Sums of fractions depend on the order of adding in their last digits. */
function rounded(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (_, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(12)) : value)),
  );
}

const kept = suite("kept counts");
const candidate = { options: {}, over: keepingEngine };

conformToStories(kept, candidate);

whenAll(kept)("are those of every kind that keeps them", async () => {
  assert.is(await play(candidate, randomStory(4, 60)), null);
  assert.equal([...askedAgain].toSorted(), ["lifecycle", "retention", "stickiness", "trend"]);
});

kept.run();
