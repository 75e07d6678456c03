import type { EntityInput } from "../../../lib/index.ts";
import { differences, show, tell } from "../subset.ts";
import type { TestView } from "../test-view.ts";
import type { Conversion, FunnelOptions, FunnelStep } from "./conversion.ts";
import type { Verdict } from "./verdict.ts";

/**
 * Does a funnel have this conversion?
 * @param options of the funnel interface (`funnel_window_days`, `breakdown`, …). @default of all time
 */
export async function converts(
  view: TestView,
  steps: readonly FunnelStep[],
  expected: Conversion,
  options: FunnelOptions = {},
): Promise<Verdict> {
  const entities = steps.map((step, order): EntityInput =>
    typeof step === "string" ? { id: step, order } : { order, ...step },
  );
  const events = entities.filter((entity) => entity.type !== "actions");
  const actions = entities.filter((entity) => entity.type === "actions");
  const query = { date_from: "all", events, actions, ...options, refresh: true };
  const { result } = await view.insights.funnel(query);
  const actual = toConversion(result as unknown as StepAnswer[] | StepAnswer[][]);
  const missed = differences(withoutRates(expected), actual).concat(rateDifferences(expected, actual));
  const names = entities.map(({ id }) => String(id)).join(" → ");
  return {
    pass: missed.length === 0,
    expected,
    actual,
    message: () =>
      missed.length === 0
        ? `Expected ${names} not to convert like ${show(expected)}.`
        : `Expected ${names} to convert otherwise: ${missed.map(tell).join("; ")}.\nIt is ${show(actual)}.`,
  };
}

/** The fields of a step in the answer. */
interface StepAnswer {
  count: number;
  breakdown_value?: unknown;
}

type Measured = Required<Omit<Conversion, "by">> & Pick<Conversion, "by">;

function toConversion(result: StepAnswer[] | StepAnswer[][]): Measured {
  const lines = result.every(Array.isArray) ? (result as StepAnswer[][]) : [result as StepAnswer[]];
  const isBroken = lines.some((line) => line.some((step) => "breakdown_value" in step));
  const longest = Math.max(0, ...lines.map((line) => line.length));
  const counts = Array.from({ length: longest }, (_, step) =>
    lines.reduce((sum, line) => sum + (line[step]?.count ?? 0), 0),
  );
  if (!isBroken) return measure(counts);
  const by = lines.map((line) => [nameOf(line[0]?.breakdown_value), measure(line.map(({ count }) => count))] as const);
  return { ...measure(counts), by: Object.fromEntries(by) };
}

function measure(counts: number[]): Measured {
  const [entered, converted] = [counts[0] ?? 0, counts.at(-1) ?? 0];
  return { counts, entered, converted, rate: entered === 0 ? 0 : converted / entered };
}

function nameOf(value: unknown): string {
  return [value].flat().join(", ");
}

function withoutRates(expected: Conversion): Conversion {
  const { by, ...rest } = expected;
  delete rest.rate;
  if (by === undefined) return rest;
  return { ...rest, by: Object.fromEntries(Object.entries(by).map(([name, line]) => [name, withoutRates(line)])) };
}

function rateDifferences(
  expected: Conversion,
  actual: Conversion | undefined,
  path = "",
): ReturnType<typeof differences> {
  const { rate, by = {} } = expected;
  const own = rate === undefined || isNear(rate, actual?.rate) ? [] : differences(rate, actual?.rate, `${path}rate`);
  return Object.entries(by).reduce(
    (all, [name, line]) => all.concat(rateDifferences(line, actual?.by?.[name], `${path}by.${name}.`)),
    own,
  );
}

/** 0.33 matches any number that rounds to it. */
function isNear(expected: number, actual: number | undefined): boolean {
  const decimals = String(expected).split(".")[1]?.length ?? 0;
  return actual !== undefined && Math.abs(actual - expected) <= (decimals === 0 ? 0 : 0.5 * 10 ** -decimals);
}
