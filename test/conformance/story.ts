import type { Candidate } from "./candidate.ts";
import type { Engine } from "../../lib/port/engine.ts";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { toClock } from "../../lib/base/clock.ts";
import { dropSegments, projectBlock } from "../../lib/engines/columns/index.ts";
import { HogletError } from "../../lib/base/errors.ts";
import { createResultCache } from "../../lib/questions/index.ts";
import { lifecycle } from "../../lib/questions/lifecycle/index.ts";
import { retention } from "../../lib/questions/retention/index.ts";
import { stickiness } from "../../lib/questions/stickiness/index.ts";
import { trend } from "../../lib/questions/trend/index.ts";
import type { ProjectSettings } from "../../lib/questions/shared/project-settings.ts";
import { rowsEngine } from "../reference/rows/index.ts";
import type { Db } from "../../lib/storage/index.ts";
import { openEmpty } from "../questions/load-case.ts";
import { compactAll } from "../support/compact.ts";
import { addEvent, disturb, NOW, openLog, randomEvent, skip } from "../engines/columns/random-log.ts";
import type { LogEvent } from "../engines/columns/random-log.ts";
import { randomQuestion } from "../engines/columns/random-question.ts";
import type { RandomQuestion } from "../engines/columns/random-question.ts";

/** A step of a story: plain data, so that a story can run again without some steps. */
export type Step =
  | { do: "add"; project: number; event: LogEvent }
  | { do: "skip"; count: number }
  /** A change by `disturb`, with the seed of its chance. */
  | { do: "disturb"; project: number; seed: number }
  | { do: "project" }
  | { do: "drop segments" }
  /** Moves the texts of all events into chunks. */
  | { do: "compact" }
  | { do: "ask"; project: number; question: RandomQuestion };

/** A log and its changes and questions. */
export interface Story {
  /** The seed of the persons, groups, cohorts and time zones that exist from the start. */
  seed: number;
  budgetBytes: number;
  steps: Step[];
}

/** Makes a random story. @param questions the number of steps that are questions */
export function randomStory(seed: number, questions: number): Story {
  const random = createRandom(seed, 1);
  const steps: Step[] = [];
  const add = (count: number) => {
    for (let index = 0; index < count; index++) steps.push(randomAddition(random));
  };
  add(60);
  for (let round = 0; round < questions; round++) {
    if (random.chance(0.3)) steps.push({ do: "disturb", project: random.integer(0, 1), seed: random.integer(1, 1e9) });
    if (random.chance(0.3)) add(random.integer(1, 20));
    if (random.chance(0.1)) steps.push({ do: "project" });
    if (random.chance(0.05)) steps.push({ do: "drop segments" });
    if (random.chance(0.1)) steps.push({ do: "compact" });
    const project = random.integer(0, 1);
    steps.push({ do: "ask", project, question: randomQuestion(random, project + 1) });
  }
  return { seed, budgetBytes: random.pick([256 * 1024 * 1024, 20_000, 0]), steps };
}

function randomAddition(random: Random): Step {
  if (random.chance(0.02)) return { do: "skip", count: random.integer(0, 30_000 - 1) };
  return { do: "add", project: random.integer(0, 1), event: randomEvent(random) };
}

/** A question that was answered wrongly. */
export interface Failure {
  /** The position of the question's step. */
  step: number;
  wanted: string;
  found: string;
}

/** Tells a story to rows and to a candidate. @returns the first answer that differs; null = none does */
export async function play(candidate: Candidate, { seed, budgetBytes, steps }: Story): Promise<Failure | null> {
  const db = openEmpty();
  const projects = openLog(db, createRandom(seed), 0);
  const rows = rowsEngine(db);
  const engine = candidate.over(db, budgetBytes);
  try {
    for (const [index, step] of steps.entries()) {
      if (step.do !== "ask") {
        happen(db, projects, step);
        continue;
      }
      const project = projects[step.project] as ProjectSettings;
      const wanted = await ask(db, rows, project, step.question);
      const found = await ask(db, engine, project, step.question);
      if (found !== wanted) return { step: index, wanted, found };
    }
  } finally {
    await engine.close?.();
    db.close();
  }
  return null;
}

function happen(db: Db, projects: ProjectSettings[], step: Exclude<Step, { do: "ask" }>): void {
  switch (step.do) {
    case "add":
      return addEvent(db, projects[step.project] as ProjectSettings, step.event);
    case "skip":
      return skip(db, step.count);
    case "disturb":
      return void disturb(db, projects[step.project] as ProjectSettings, createRandom(step.seed));
    case "project":
      return void projectBlock(db);
    case "drop segments":
      return dropSegments(db);
    case "compact":
      return compactAll(db);
  }
}

const INSIGHTS = { trend, lifecycle, stickiness, retention };

// Fields of answers that no engine makes.
const ECHOES = new Set(["action", "filter", "persons_urls", "people_url", "days", "labels"]);

/** Sums of fractions depend on the order of adding in their last digits. */
function toComparable(key: string, value: unknown): unknown {
  if (ECHOES.has(key)) return undefined;
  return typeof value === "number" ? Number(value.toPrecision(12)) : value;
}

/** The answer as JSON text, or the refusal. */
async function ask(db: Db, engine: Engine, project: ProjectSettings, { kind, query }: RandomQuestion): Promise<string> {
  try {
    const { result } = await INSIGHTS[kind](
      { db, clock: toClock(NOW), engine, results: createResultCache(db) },
      project,
      query,
    );
    return JSON.stringify(result, toComparable, 1);
  } catch (error) {
    if (error instanceof HogletError && error.status === 400) return error.message;
    return `fails: ${error instanceof Error ? error.stack : String(error)}`;
  }
}
