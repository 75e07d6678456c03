import type {
  Actors,
  ActorsPlan,
  ActorKind,
  CorrelationAnswer,
  CorrelationPlan,
  DateRange,
  FunnelAnswer,
  FunnelPeriodsAnswer,
  FunnelPeriodsPlan,
  FunnelPlan,
  FunnelTimesAnswer,
  FunnelTimesPlan,
  LifecycleAnswer,
  LifecyclePlan,
  PathsAnswer,
  PathsPlan,
  RetentionAnswer,
  RetentionPlan,
  StickinessAnswer,
  StickinessPlan,
  TrendAnswer,
  TrendPlan,
  TrendSeriesPlan,
} from "../../questions/index.ts";
import { aboutOf, runActors } from "./actors.ts";
import { runCorrelation } from "../../questions/correlation/columns/correlation.ts";
import { runFunnelPeriods } from "../../questions/funnel/columns/funnel-periods.ts";
import { runFunnelTimes } from "../../questions/funnel/columns/funnel-times.ts";
import { runFunnel } from "../../questions/funnel/columns/funnel.ts";
import { runLifecycle } from "../../questions/lifecycle/columns/lifecycle.ts";
import { mergeActors, mergeCorrelation, mergePeriods, mergeTimes } from "./merge-parts.ts";
import { runPaths } from "../../questions/paths/columns/paths.ts";
import type { PeopleStore } from "./units/people.ts";
import type { Part, Question } from "./question.ts";
import { isInOnePass } from "../../questions/trend/columns/ranked-lines.ts";
import { runRetention } from "../../questions/retention/columns/retention.ts";
import { runStickiness } from "../../questions/stickiness/columns/stickiness.ts";
import { runTrend } from "../../questions/trend/columns/trend.ts";

/** The project of a question, and the events that form its sessions. */
export interface About {
  projectId: number;
  sessionRange: DateRange;
}

/** A kind of question that several threads may answer together. */
export interface SharedQuestion<P, A> {
  /** The parts that each thread has of its own. */
  by: Part["by"];
  about(plan: P): About;
  canShare(plan: P): boolean;
  /** Answers it, or a part of it. */
  run(question: Question, plan: P): A;
  /** Joins the answers of parts; absent = the first thread's answer is the whole answer. */
  merge?(parts: A[]): A;
}

/** The kinds that can be shared, by the engine's method. */
export interface SharedQuestions {
  trend: SharedQuestion<TrendPlan, TrendAnswer>;
  lifecycle: SharedQuestion<LifecyclePlan, LifecycleAnswer>;
  stickiness: SharedQuestion<StickinessPlan, StickinessAnswer>;
  retention: SharedQuestion<RetentionPlan, RetentionAnswer>;
  paths: SharedQuestion<PathsPlan, PathsAnswer>;
  funnel: SharedQuestion<FunnelPlan, FunnelAnswer>;
  funnelTimes: SharedQuestion<FunnelTimesPlan, FunnelTimesAnswer>;
  funnelPeriods: SharedQuestion<FunnelPeriodsPlan, FunnelPeriodsAnswer>;
  actors: SharedQuestion<ActorsPlan, Actors>;
  correlation: SharedQuestion<CorrelationPlan, CorrelationAnswer>;
}

/**
 * Decides how questions are shared. Questions that test each row by itself are shared by segments, so that each thread
 * has only the columns of its own segments. Questions about the sequence of an actor's rows are shared by actors, from
 * the order of rows that all threads see. Questions that number groups, sessions or values during reading are not
 * shared, because each thread would number them in its own way.
 */
export function sharedQuestions(peopleStore: PeopleStore): SharedQuestions {
  const createdMs = () => peopleStore.createdMs();
  return {
    trend: {
      by: "segments",
      about: (plan) => plan,
      run: runTrend,
      canShare: (plan) => !asksSessions(plan) && plan.series.every((series) => canShareSeries(plan, series)),
    },
    lifecycle: {
      by: "segments",
      about: (plan) => plan,
      canShare: (plan) => !asksSessions(plan),
      run: (question, plan) => runLifecycle(question, plan, createdMs),
    },
    stickiness: {
      by: "segments",
      about: (plan) => plan,
      run: runStickiness,
      canShare: (plan) => isOfPersons(plan),
    },
    retention: {
      by: "segments",
      about: (plan) => plan,
      run: runRetention,
      canShare: (plan) => isOfPersons(plan) && plan.breakdown === null,
    },
    paths: {
      by: "units",
      about: (plan) => plan,
      run: runPaths,
      canShare: (plan) => plan.funnel === null && !asksSessions(plan),
    },
    funnel: { by: "units", about: (plan) => plan, run: runFunnel, canShare: isOfPersons },
    funnelTimes: {
      by: "units",
      about: ({ funnel }) => funnel,
      run: runFunnelTimes,
      merge: mergeTimes,
      canShare: ({ funnel }) => isOfPersons(funnel),
    },
    funnelPeriods: {
      by: "units",
      about: ({ funnel }) => funnel,
      run: runFunnelPeriods,
      merge: mergePeriods,
      canShare: ({ funnel }) => isOfPersons(funnel),
    },
    actors: {
      by: "units",
      about: aboutOf,
      merge: mergeActors,
      canShare: (plan) => plan.of === "funnel" && isOfPersons(plan.funnel) && !asksSessions(plan),
      run: (question, plan) => runActors(question, plan, createdMs),
    },
    correlation: {
      by: "units",
      about: ({ funnel }) => funnel,
      run: runCorrelation,
      merge: mergeCorrelation,
      // Questions about properties read columns of all segments, or depend on the total number of actors.
      canShare: ({ funnel, what }) => what.by === "events" && isOfPersons(funnel),
    },
  };
}

function isOfPersons(plan: { actors: ActorKind }): boolean {
  return plan.actors.by === "persons" && !asksSessions(plan);
}

function canShareSeries(plan: TrendPlan, series: TrendSeriesPlan): boolean {
  const { counting, breakdown } = series;
  if (breakdown?.by === "values") {
    const adds = counting.by === "events" || (counting.by === "numbers" && ADDED.has(counting.aggregate.name));
    return adds && isInOnePass(plan, series);
  }
  return counting.by !== "groups" && counting.by !== "sessions" && counting.by !== "session_seconds";
}

const ADDED = new Set(["sum", "avg"]);

/** Does any part of a plan use sessions, which the events of all segments form? */
function asksSessions(plan: unknown): boolean {
  if (typeof plan !== "object" || plan === null) return false;
  if (Array.isArray(plan)) return plan.some(asksSessions);
  const { type, needsSession } = plan as { type?: unknown; needsSession?: unknown };
  return type === "session" || needsSession === true || Object.values(plan).some(asksSessions);
}
