import * as assert from "uvu/assert";
import { rounds } from "../support/rounds.ts";
import type { Candidate, Define } from "./candidate.ts";
import { shrink } from "./shrink.ts";
import { play, randomStory } from "./story.ts";

/** Questions of a story; the next one begins with another log. */
const QUESTIONS = 50;

/** Stories: their 400 questions take about 4 seconds on an idle machine. `.ci/run` plays more. */
const STORIES = 8;

/** Random questions about random logs are answered as rows answer them. */
export function conformToStories(test: Define, candidate: Candidate): void {
  const at = process.argv.indexOf("--seed");
  const seeds =
    at < 0 ? Array.from({ length: rounds(STORIES) }, (_, index) => index + 1) : [Number(process.argv[at + 1])];
  for (const seed of seeds) {
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
