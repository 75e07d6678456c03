import type { Candidate } from "./candidate.ts";
import { play } from "./story.ts";
import type { Failure, Step, Story } from "./story.ts";

/** Most attempts to make a story shorter: about half a minute. */
const MAX_TRIES = 1500;

/** A shorter story that still fails. */
export interface Shrunk {
  story: Story;
  failure: Failure;
}

/** Makes a failing story shorter: leaves out steps, ever fewer at once, then parts of the question. */
export async function shrink(candidate: Candidate, story: Story, failure: Failure): Promise<Shrunk> {
  const state = {
    candidate,
    tries: 0,
    best: { story: { ...story, steps: story.steps.slice(0, failure.step + 1) }, failure },
  };
  await dropSteps(state);
  while (await dropPart(state));
  return state.best;
}

interface Shrinking {
  candidate: Candidate;
  tries: number;
  best: Shrunk;
}

/** Keeps the steps if the story fails with them too. */
async function accept(state: Shrinking, steps: Step[]): Promise<boolean> {
  if (state.tries >= MAX_TRIES) return false;
  state.tries += 1;
  const story = { ...state.best.story, steps };
  const failure = await play(state.candidate, story);
  if (failure === null) return false;
  state.best = { story: { ...story, steps: steps.slice(0, failure.step + 1) }, failure };
  return true;
}

/** Leaves out half of the steps at once, then a quarter, and so on. The last step is the question, and stays. */
async function dropSteps(state: Shrinking): Promise<void> {
  for (let size = state.best.story.steps.length >>> 1; size >= 1; size >>>= 1) {
    let from = 0;
    while (from + size < state.best.story.steps.length) {
      const { steps } = state.best.story;
      if (!(await accept(state, [...steps.slice(0, from), ...steps.slice(from + size)]))) from += size;
    }
  }
}

async function dropPart(state: Shrinking): Promise<boolean> {
  for (const smaller of smallerLast(state.best.story.steps)) if (await accept(state, smaller)) return true;
  return false;
}

/** The steps, with a part left out of the last step's question. */
function smallerLast(steps: Step[]): Step[][] {
  const last = steps.at(-1);
  if (last?.do !== "ask") return [];
  const { kind, query } = last.question;
  return smallerValues(query).map((smaller) =>
    steps.with(steps.length - 1, { ...last, question: { kind, query: smaller as Record<string, unknown> } }),
  );
}

/** Copies of the value, each without one entry of it or of a value inside. */
function smallerValues(value: unknown): unknown[] {
  if (Array.isArray(value))
    return smallerEntries([...value.entries()], (entries) => entries.map(([, member]) => member));
  if (typeof value !== "object" || value === null) return [];
  return smallerEntries(Object.entries(value), (entries) => Object.fromEntries(entries) as unknown);
}

type Entries = [key: string | number, member: unknown][];

function smallerEntries(entries: Entries, toValue: (entries: Entries) => unknown): unknown[] {
  const list: unknown[] = entries.map((_, index) => toValue(entries.toSpliced(index, 1)));
  for (const [index, [key, member]] of entries.entries()) {
    for (const smaller of smallerValues(member)) list.push(toValue(entries.with(index, [key, smaller])));
  }
  return list;
}
