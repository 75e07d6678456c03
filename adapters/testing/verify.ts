import { validate, version } from "uuid";
import { toVisible } from "../../lib/index.ts";
import { describeIssue } from "./plan/define-events.ts";
import type { Stage } from "./stage.ts";
import type { TestView } from "./test-view.ts";
import type { RecordedRequest } from "./wire.ts";

/** Problems that PostHog would have refused, dropped or warned about, or that are off the plan. */
export class StrictError extends Error {
  /** One sentence for each problem. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const head = problems.length === 1 ? "One thing is" : `${problems.length} things are`;
    super(`${head} wrong with what was captured:\n${problems.map((problem) => `  ${toVisible(problem)}`).join("\n")}`);
    this.name = "StrictError";
    this.problems = problems;
  }
}

/** Checks requests since its last check. */
export interface Verifier {
  /** @throws StrictError */
  verify(): Promise<void>;
  /**
   * The automatic check: in strict mode the same as `verify`, else of the plan alone.
   * @throws StrictError
   */
  audit(): Promise<void>;
  forget(): void;
}

export function createVerifier(stage: Stage, view: () => TestView): Verifier {
  let seen = new Set<unknown>();
  const isNew = (key: unknown) => !seen.has(key) && seen.add(key) !== undefined;
  return {
    async audit() {
      await stage.options.beforeForget?.(view());
      await (stage.options.strict ? this.verify() : planProblems(stage, view(), isNew).then(report));
    },
    async verify() {
      const requests = (await view().requests({ refused: true })).filter((each) => isCapture(each) && isNew(each));
      const warnings = (await view().warnings()).filter(({ id }) => isNew(id));
      const problems = [
        ...requests.map(
          ({ method, target, status, refusal }) => `${method} ${target} was answered ${status}: ${refusal ?? ""}`,
        ),
        ...warnings.map(({ type, message, distinct_id, details }) => {
          const about = distinct_id ?? (details["path"] as string | undefined) ?? "nobody";
          return `${type} (${about}): ${message ?? ""}`;
        }),
        ...(await namelessProblems(view(), isNew)),
        ...(await planProblems(stage, view(), isNew)),
      ];
      report(problems);
    },
    forget() {
      seen = new Set();
    },
  };
}

/**
 * Events that posthog-node got without a distinct id: it makes a uuid of version 7 for each, and sends no person. An id
 * of several events was given.
 */
async function namelessProblems(view: TestView, isNew: (key: unknown) => boolean): Promise<string[]> {
  const events = await view.events();
  return events
    .filter(({ distinct_id: id, properties }) => properties["$lib"] === "posthog-node" && isVersion7(id))
    .filter(({ properties }) => properties["$process_person_profile"] === false)
    .filter(({ distinct_id: id }) => events.filter((other) => other.distinct_id === id).length === 1)
    .filter(({ uuid }) => isNew(`nameless ${uuid}`))
    .map(
      ({ event }) =>
        `${JSON.stringify(event)} came from a random id: capture() had no distinctId, so that it has no person`,
    );
}

function isVersion7(id: string): boolean {
  return validate(id) && version(id) === 7;
}

function report(problems: readonly string[]): void {
  if (problems.length > 0) throw new StrictError(problems);
}

/** Questions, which need a key, may be refused: only the app cares. */
function isCapture({ is_fault, path }: RecordedRequest): boolean {
  return !is_fault && !path.startsWith("/api/");
}

/** Problems of the plan, for strict mode; in mode `warn` they become process warnings instead. */
async function planProblems({ options }: Stage, view: TestView, isNew: (key: unknown) => boolean): Promise<string[]> {
  const { plan, planMode } = options;
  if (plan === undefined || planMode === "off") return [];
  const events = (await view.events()).filter(({ uuid }) => isNew(uuid));
  const issues = await Promise.all(events.map(({ event, properties }) => plan.check({ event, properties })));
  const problems = issues.flat().map((issue) => `Off the plan: ${describeIssue(issue)}`);
  if (planMode === "strict") return problems;
  for (const problem of problems) process.emitWarning(problem, "HogletPlanWarning");
  return [];
}
