// A funnel worked out from its definition alone, by trying everything: no code of the library, no sorting by time, no
// greedy choice, no search by halves. Slow, and for a handful of events.

/** An event of the model. */
export interface ModelEvent {
  actor: string;
  name: string;
  ms: number;
  /** Order of arrival. */
  seq: number;
  /** The value for breakdowns and narrow steps; "" = no value. */
  value: string;
}

/** A step or exclusion: events of a name (null = any), of a value if it is narrow. */
export interface ModelTest {
  name: string | null;
  value: string | null;
}

export interface ModelFunnel {
  order: "ordered" | "strict" | "unordered";
  steps: ModelTest[];
  exclusions: { test: ModelTest; fromStep: number; toStep: number }[];
  windowMs: number;
  attribution: "none" | "first" | "last" | "event" | { step: number };
  /** Values that have their own line. */
  named: string[];
}

/** One attempt: times by step, unordered ones sorted. */
export interface ModelAttempt {
  t0: number;
  k: number;
  times: (number | undefined)[];
}

export interface ModelOutcome {
  line: string;
  actor: string;
  attempts: ModelAttempt[];
}

export function matches({ name, value }: ModelTest, event: ModelEvent): boolean {
  return (name === null || name === event.name) && (value === null || value === event.value);
}

/** Step i means no less than the step before it. */
export function repeats(steps: ModelTest[], i: number): boolean {
  const before = steps[(i + steps.length - 1) % steps.length];
  const own = steps[i];
  return steps.length > 1 && own?.name === before?.name && (own?.value === null || own?.value === before?.value);
}

const least = (times: number[]) => (times.length === 0 ? undefined : Math.min(...times));

/** Everybody's outcome in every line. */
export function modelOutcomes(funnel: ModelFunnel, events: ModelEvent[]): ModelOutcome[] {
  const actors = [...new Set(events.map(({ actor }) => actor))];
  return actors.flatMap((actor) => {
    const own = events.filter((event) => event.actor === actor);
    return linesOf(funnel, own).flatMap(({ line, rows, starts }) => {
      const attempts = starts.flatMap((start) => attemptsFrom(funnel, rows, start));
      return attempts.length === 0 ? [] : [{ line, actor, attempts }];
    });
  });
}

function linesOf(funnel: ModelFunnel, events: ModelEvent[]) {
  const { attribution, named, steps, order } = funnel;
  const starts = order === "unordered" ? steps.map((_, i) => i) : [0];
  const lineOf = (value: string) => (named.includes(value) ? `=${value}` : "rest");
  if (attribution === "none") return [{ line: "whole", rows: events, starts }];
  if (attribution === "event") {
    const lines = [...new Set(events.map(({ value }) => lineOf(value)))];
    return lines.map((line) => ({ line, rows: events.filter(({ value }) => lineOf(value) === line), starts }));
  }
  if (attribution === "first" || attribution === "last") {
    const touched = events.filter((event) => event.value !== "" && steps.some((step) => matches(step, event)));
    const isBefore = (a: ModelEvent, b: ModelEvent) => a.ms < b.ms || (a.ms === b.ms && a.seq < b.seq);
    const chosen = touched.find((event) =>
      touched.every(
        (other) => other === event || (attribution === "first" ? isBefore(event, other) : isBefore(other, event)),
      ),
    );
    return [{ line: lineOf(chosen?.value ?? ""), rows: events, starts }];
  }
  const pairs = starts.flatMap((start) => {
    const step = steps[(start + attribution.step) % steps.length];
    const found = events.filter((event) => step !== undefined && matches(step, event));
    return [...new Set(found.map(({ value }) => lineOf(value)))].map((line) => ({ line, start }));
  });
  return [...new Set(pairs.map(({ line }) => line))].map((line) => ({
    line,
    rows: events,
    starts: pairs.filter((pair) => pair.line === line).map(({ start }) => start),
  }));
}

function attemptsFrom(funnel: ModelFunnel, events: ModelEvent[], start: number): ModelAttempt[] {
  const first = funnel.steps[start];
  return events
    .filter((event) => first !== undefined && matches(first, event))
    .map((event) => attemptOf(funnel, events, { event, start }))
    .filter((attempt) => !isExcluded(funnel, events, attempt));
}

function attemptOf(
  funnel: ModelFunnel,
  events: ModelEvent[],
  { event, start }: { event: ModelEvent; start: number },
): ModelAttempt {
  const { steps, order, windowMs } = funnel;
  const t0 = event.ms;
  const timesOf = (i: number) =>
    events.filter((each) => steps[i] !== undefined && matches(steps[i], each)).map(({ ms }) => ms);
  if (order === "unordered") {
    const found: (number | undefined)[] = [t0];
    for (let j = 1; j < steps.length; j++) {
      const i = (start + j) % steps.length;
      const before = found[j - 1];
      const isSuch = repeats(steps, i) ? (ms: number) => before !== undefined && ms > before : (ms: number) => ms >= t0;
      found.push(least(timesOf(i).filter(isSuch)));
    }
    const k = 1 + found.slice(1).filter((ms) => ms !== undefined && ms > t0 && ms <= t0 + windowMs).length;
    const sorted = found.filter((ms) => ms !== undefined).toSorted((a, b) => a - b);
    return { t0, k, times: steps.map((_, i) => sorted[i]) };
  }
  if (order === "strict") {
    const inOrder = events.toSorted((a, b) => a.ms - b.ms || a.seq - b.seq);
    const place = inOrder.indexOf(event);
    const times = steps.map((step, i) => {
      const next = inOrder[place + i];
      return next !== undefined && matches(step, next) ? next.ms : undefined;
    });
    let k = 1;
    while (k < steps.length) {
      const [before, ms] = [times[k - 1], times[k]];
      if (before === undefined || ms === undefined || ms > t0 + windowMs || (repeats(steps, k) && ms === before)) break;
      k++;
    }
    return { t0, k, times };
  }
  const times: (number | undefined)[] = [t0];
  for (let i = 1; i < steps.length; i++) {
    const before = times[i - 1];
    const later = timesOf(i).filter((ms) => before !== undefined && (repeats(steps, i) ? ms > before : ms >= before));
    times.push(least(later));
  }
  // Not from these times: every choice of events is tried, so that greed has to prove itself.
  const reach = (i: number, ms: number): number => {
    if (i === steps.length) return i;
    const choices = timesOf(i).filter((each) => (repeats(steps, i) ? each > ms : each >= ms) && each <= t0 + windowMs);
    return Math.max(i, ...choices.map((each) => reach(i + 1, each)));
  };
  return { t0, k: reach(1, t0), times };
}

function isExcluded(
  { order, exclusions, windowMs }: ModelFunnel,
  events: ModelEvent[],
  { t0, times }: ModelAttempt,
): boolean {
  if (order === "strict") return false;
  return exclusions.some(({ test, fromStep, toStep }) => {
    const from = times[fromStep];
    if (from === undefined) return false;
    const x = least(events.filter((event) => matches(test, event) && event.ms >= from).map(({ ms }) => ms));
    // Only the attempt's own window counts: an excluded event after it is harmless.
    return x !== undefined && x > from && x < Math.min(times[toStep] ?? Infinity, t0 + windowMs);
  });
}

/** The seconds from the step before, of each best attempt that has them within a window. */
export function modelSeconds({ windowMs }: ModelFunnel, attempts: ModelAttempt[], step: number): number[] {
  const best = Math.max(...attempts.map(({ k }) => k));
  const seconds: number[] = [];
  for (const { k, times } of attempts) {
    const [before, ms] = [times[step - 1], times[step]];
    if (k !== best || before === undefined || ms === undefined || ms - before > windowMs) continue;
    seconds.push(Math.floor(ms / 1000) - Math.floor(before / 1000));
  }
  return seconds;
}
