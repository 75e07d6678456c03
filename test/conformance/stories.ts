import * as assert from "uvu/assert";
import { seeds, size } from "../support/rounds.ts";
import type { Candidate, Define } from "./candidate.ts";
import { shrink } from "./shrink.ts";
import { play, randomStory } from "./story.ts";

/** Questions of a story; the next one begins with another log. */
const QUESTIONS = size(15, 30);

/** Random questions about random logs are answered as rows answer them. */
export function conformToStories(test: Define, candidate: Candidate): void {
  for (const seed of seeds(2, 3)) {
    test(`random questions about random log ${seed} have the answers of rows`, async () => {
      const story = randomStory(seed, QUESTIONS);
      const failure = await play(candidate, story);
      if (failure === null) return;
      const shrunk = await shrink(candidate, story, failure);
      const told = shrunk.story.steps.map((step) => JSON.stringify(step)).join("\n");
      const where = `again with --seed ${seed}; or play(candidate, { seed: ${seed}, budgetBytes: ${story.budgetBytes}, steps }) of`;
      assert.is(shrunk.failure.found, shrunk.failure.wanted, `${where}\n${told}`);
    });
  }
}
