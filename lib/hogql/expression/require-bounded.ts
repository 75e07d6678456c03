import { functionOf } from "../compile/compile-call.ts";
import type { CallNode, Expression } from "../language/tree.ts";
import { Refusal } from "../refusal.ts";

// An expression of a question runs beside other requests, in no process of its own, over values from anybody. Its cost
// may only grow with these values: a part that multiplies them is refused before it runs. Functions are named without
// letter case.

/** Functions that make long values of short ones, or compare each character of a text with each of another. */
const REFUSED = new Set(
  `repeat space lpad rpad leftpad rightpad leftpadutf8 rightpadutf8 range arrayresize arraywithconstant replace replaceall replaceregexpall
  format bar ngrams urlhierarchy urlpathhierarchy base58encode base58decode trybase58decode geohashesinbox timeslots mappopulateseries arrayjoin
  arrayfold arrayreduce grouparrayinsertat grouparrayinsertatif editdistance levenshteindistance sequencematch sequencecount`.split(
    /\s+/,
  ),
);

/** Functions that look for a text in another, or put one between others: two texts of the event may cost the product of their lengths. */
const PAIRING =
  /^(?:position|locate|countsubstrings|multisearch|hassubstr|splitbystring|splitpart|replaceone|replaceregexpone|substringindex|arraystringconcat)/;

/** Functions whose result may be longer than their arguments together: up to nine times, as a character of three bytes in a URL. */
const LENGTHENING =
  /^(?:group|topk|array|map|tuple|json|hex|simplejson|visitparam|splitby|extractall|extractgroups|extracturlparameter|alphatokens|tokens|multisearchall|tojsonstring|base64encode|encode|regexpquotemeta|formatdatetime|element|\w+(?:foreach|map)(?:if|ornull|ordefault)*$)/;
const TIMES = 9;

/** The bound on how many times longer than all that it reads a part may be. */
const MOST_TIMES = 9 ** 3;

/** A literal's share, beside values of maybe a million characters. */
const OF_LITERAL = 0.01;

/** Requires that time and memory only grow with the values read. @throws Refusal naming the part */
export function requireBounded(node: Expression): void {
  timesOf(node);
}

/** How many times longer than the event's values a part may be. @throws Refusal, also for a part of it */
function timesOf(part: unknown): number {
  if (typeof part !== "object" || part === null) return 0;
  const inner = Object.values(part).reduce<number>((sum, each) => sum + timesOf(each), 0);
  const times = Array.isArray(part) ? inner : timesLonger(part as Expression, inner);
  if (times > MOST_TIMES) throw unfit(`A part that may be ${MOST_TIMES} times as long as what it reads`);
  return times;
}

/** @param inner of its parts together */
function timesLonger(part: Expression, inner: number): number {
  switch (part.kind) {
    case "name":
      return 1;
    case "constant":
      return OF_LITERAL;
    case "in":
    case "between":
    case "isNull":
      return OF_LITERAL;
    case "binary":
      return part.operator === "||" ? inner : OF_LITERAL;
    case "call":
      break;
    default:
      return inner;
  }
  const name = functionOf(part);
  if (name === null || REFUSED.has(name)) throw unfitCall(part);
  const isPaired = PAIRING.test(name) || part.args[0]?.kind === "lambda";
  if (isPaired && part.args.filter((arg) => reads(arg, [])).length > 1)
    throw unfitCall(part, " of two values of the event");
  return LENGTHENING.test(name) ? inner * TIMES : inner;
}

/**
 * Does a part name something from outside? A lambda's variables count as such inside of it: they may be of the event.
 */
function reads(part: unknown, bound: readonly string[]): boolean {
  if (typeof part !== "object" || part === null) return false;
  const { kind, parts, names } = part as { kind?: string; parts?: string[]; names?: string[] };
  if (kind === "name") return !bound.includes(parts?.[0] ?? "");
  const within = kind === "lambda" ? [...bound, ...(names ?? [])] : bound;
  return Object.values(part).some((each) => reads(each, within));
}

function unfitCall({ name, start }: CallNode, what = ""): Refusal {
  return unfit(`${name}()${what} at character ${start + 1}`);
}

/** @param part in words */
export function unfit(part: string): Refusal {
  return new Refusal(`${part} cannot stand in an expression of a question.`, "not_implemented");
}
