import { isFields } from "../../../lib/base/fields.ts";
import { requireArguments, requireFields } from "../require-fields.ts";
import { differences, partLike, show, tell } from "../subset.ts";
import type { Difference } from "../subset.ts";
import type { AssertedView } from "../test-view.ts";
import { askFunnel, stepNames, toFunnel } from "./ask-funnel.ts";
import type { StepAnswer } from "./ask-funnel.ts";
import type { AskedFunnel, Conversion, FunnelOptions } from "./conversion.ts";
import { explainDrop } from "./explain-drop.ts";
import type { Verdict } from "./verdict.ts";

const FIELDS = ["counts", "entered", "converted", "rate"] as const satisfies (keyof Conversion)[];

/** Does a funnel have this conversion? @param options further fields of the FunnelsQuery that steps alone become */
export async function converts(
  view: AssertedView,
  asked: AskedFunnel,
  expected: Conversion,
  options: FunnelOptions = {},
): Promise<Verdict> {
  requireArguments(isFields(expected), "toConvert(steps, { rate: 0.5 })");
  requireFields("toConvert", expected, [...FIELDS, "by", "within"]);
  for (const line of Object.values(expected.by ?? {})) requireFields("toConvert, by", line, FIELDS);
  const { within, ...wanted } = expected;
  const funnel = toFunnel(asked, within, options);
  const actual = toConversion(await askFunnel(view, funnel));
  const missed = differences(withoutRates(wanted), actual).concat(rateDifferences(wanted, actual));
  const names = stepNames(funnel).join(" → ");
  const why = missed.some(isTooFew) ? await explainDrop(view, funnel) : "";
  return {
    pass: missed.length === 0,
    expected: wanted,
    actual: partLike(wanted, actual),
    message: () =>
      missed.length === 0
        ? `Expected ${names} not to convert like ${show(wanted)}.`
        : `Expected ${names} to convert otherwise: ${missed.map(tell).join("; ")}.\nIt is ${show(actual)}.${why}`,
  };
}

function isTooFew({ expected, actual }: Difference): boolean {
  return typeof expected === "number" && (actual === undefined || (actual as number) < expected);
}

type Measured = Required<Omit<Conversion, "by" | "within">> & Pick<Conversion, "by">;

function toConversion(result: StepAnswer[] | StepAnswer[][]): Measured {
  const lines = result.every(Array.isArray) ? (result as StepAnswer[][]) : [result as StepAnswer[]];
  const isBroken = lines.some((line) => line.some((step) => "breakdown_value" in step));
  const longest = Math.max(0, ...lines.map((line) => line.length));
  const counts = Array.from({ length: longest }, (_, step) =>
    lines.reduce((sum, line) => sum + (line[step]?.count ?? 0), 0),
  );
  if (!isBroken) return measure(counts);
  const by = lines.map(
    (line) => [breakdownNameOf(line[0]?.breakdown_value), measure(line.map(({ count }) => count))] as const,
  );
  return { ...measure(counts), by: Object.fromEntries(by) };
}

function measure(counts: number[]): Measured {
  const [entered, converted] = [counts[0] ?? 0, counts.at(-1) ?? 0];
  return { counts, entered, converted, rate: entered === 0 ? 0 : converted / entered };
}

function breakdownNameOf(value: unknown): string {
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
