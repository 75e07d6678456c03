import { nextTurn } from "../../../lib/base/platform.ts";
import { MAX_SELECTIONS, openActorFunnel } from "../../../lib/engine.ts";
import type { ActorBlock, ActorFunnelPlan, AnswerOf, FunnelPlan, LineKey } from "../../../lib/engine.ts";
import type { NativeColumn, NativePart } from "../native.ts";
import { actorRows } from "./actor-rows.ts";
import type { ActorRows } from "./actor-rows.ts";
import type { Asking } from "./asking.ts";
import { funnelTally } from "./funnel-tally.ts";
import { literal } from "./literals.ts";
import { hasActor, openRows } from "./rows.ts";
import type { Rows } from "./rows.ts";
import { rank, toValues } from "./trend.ts";
import { unsupported } from "./unsupported.ts";

/** Rows seen before other work of the process has its turn: a few ms. */
const ROWS_AT_ONCE = 50_000;

/** Lines of cohorts whose marks fit a word. */
const MAX_COHORTS = 32;

/**
 * Answers a funnel of any order, with exclusions, over time, as times to convert or as a list of actors. ClickHouse
 * finds the rows and their steps, and brings each actor's rows together in hoglet's order; the code of columns finds
 * attempts while the answer comes in: a few bytes a row, none kept.
 */
export async function funnel<P extends ActorFunnelPlan>(plan: P, asking: Asking): Promise<AnswerOf<P>> {
  return (await answer(plan, asking)) as AnswerOf<P>;
}

async function answer(plan: ActorFunnelPlan, asking: Asking): Promise<unknown> {
  const own = plan.kind === "funnel" ? plan : plan.funnel;
  const isList = plan.kind === "funnel-actors";
  if (isList && plan.did !== null) unsupported("events on the way");
  if (isList && own.actors.by === "values") unsupported("persons of values");
  const rows = openRows(asking.connection, own.projectId, plan.cohorts);
  const { named, line, lineBits } = await toLines({ ...own, cohorts: plan.cohorts ?? [] }, rows, asking);
  const open = openActorFunnel(plan, named);
  const { selections, needs } = open;
  if (selections.length > MAX_SELECTIONS) unsupported("many steps");
  const form = actorRows(own, { selections: selections.length, lines: lineBits, newestSeq: asking.newestSeq });
  const marks = rows.early(() =>
    selections
      .map((select, place) => `bitShiftLeft(to${form.marksType}(${rows.selection(select)}), ${place})`)
      .reduce((all, mark) => `bitOr(${all}, ${mark})`),
  );
  const actor = rows.actor(own.actors);
  const hasKeys = isList && own.actors.by === "persons";
  const marked = `SELECT ${actor} AS actor_key, ms, seq, ${line ?? "0"} AS line, ${marks} AS marks FROM ${rows.from(own.range)} WHERE marks != 0 AND ${hasActor(own.actors, actor)}`;
  const having = needs === 0 ? "" : ` HAVING bitAnd(${form.anyMarks}, ${needs}) = ${needs}`;
  const lists = `SELECT actor_key, ${form.list} AS list FROM (SELECT actor_key, ${form.value} AS value FROM (${marked})) GROUP BY actor_key${having}`;
  const addRows = async (block: NativePart[]) => {
    for (const part of toParts(block, form)) {
      open.add(part);
      await nextTurn();
      asking.signal?.throwIfAborted();
    }
  };
  const isFull = named.map((key) => key.type === "values" && key.values.some((value) => value !== ""));
  const tally =
    plan.kind === "funnel" && form.packed !== null ? funnelTally(plan, open.places, form.packed, isFull) : null;
  if (tally !== null) {
    const see = async (block: NativePart[]) => {
      for (const { line: place, ...found } of tally.read(block)) open.addTally(place, found);
      await addRows(block.slice(0, 1));
    };
    await asking.connection.blocks(tally.sql(lists), tally.columns, see, asking);
    return open.answer();
  }
  const columns: NativeColumn[] = [form.column];
  if (isList) columns.push(hasKeys ? "Float64" : "String");
  const key = isList ? `, ${hasKeys ? "toFloat64" : "toString"}(actor_key)` : "";
  await asking.connection.blocks(`SELECT list${key} FROM (${lists})`, columns, addRows, asking);
  return open.answer();
}

/** A block's actors, some at a time. */
function* toParts([lists, keys]: NativePart[], { read }: ActorRows): Generator<ActorBlock> {
  if (lists === undefined) return;
  const ends = lists.ends ?? new Float64Array(0);
  for (let actor = 0; actor < ends.length;) {
    const first = ends[actor - 1] ?? 0;
    let until = actor + 1;
    while ((ends[until] ?? Infinity) - first <= ROWS_AT_ONCE) until++;
    yield {
      ends: ends.subarray(actor, until).map((end) => end - first),
      ...read(lists, first, ends[until - 1] ?? 0),
      ...(keys !== undefined && { keys: keys.parts[0]?.slice(actor, until) ?? [] }),
    };
    actor = until;
  }
}

interface Lines {
  /** Keys with their own lines. */
  named: LineKey[];
  /** SQL of a row's line, for `ActorFunnel`; null = no breakdown. */
  line: string | null;
  /** Bits of a line's number. */
  lineBits: number;
}

async function toLines(plan: FunnelPlan, rows: Rows, asking: Asking): Promise<Lines> {
  const { breakdown, range, projectId } = plan;
  if (breakdown === null) return { named: [], line: null, lineBits: 0 };
  if (breakdown.by === "cohorts") {
    const { ids } = breakdown;
    if (ids.length > MAX_COHORTS) unsupported("many cohorts");
    const bits = ids.map((id, place) => `bitShiftLeft(toUInt32(${id === null ? "1" : rows.cohort(id)}), ${place})`);
    return { named: [], line: bits.reduce((all, bit) => `bitOr(${all}, ${bit})`, "toUInt32(0)"), lineBits: ids.length };
  }
  const { sources, ranked: select, limit } = breakdown;
  const { first } = await rank(
    { projectId, cohorts: plan.cohorts ?? [], valueRange: range },
    { select, breakdown: { by: "values", sources, limit, offset: 0, rankBy: { by: "events" }, hasRest: true } },
    asking,
  );
  const named = first.map((texts): LineKey => ({ type: "values", values: toValues(sources, texts) }));
  const line = rows.early(() =>
    lineOf(
      first,
      sources.map((source) => rows.value(source)),
    ),
  );
  return { named, line, lineBits: Math.ceil(Math.log2(first.length + 2)) };
}

/**
 * The place of a row's key among the known ones; for another key their number, or that + 1 where all its values are
 * empty.
 */
function lineOf(known: readonly string[][], values: readonly string[]): string {
  const isEmpty = values.map((value) => `${value} = ''`).join(" AND ");
  const other = `if(${isEmpty}, ${known.length + 1}, ${known.length})`;
  if (known.length === 0) return other;
  const places = known.map((_, place) => place);
  const [value = "''"] = values;
  if (values.length === 1)
    return `transform(${value}, [${known.map(([text = ""]) => literal(text)).join(",")}], [${places.join(",")}], ${other})`;
  const keys = known.map((texts) => `[${texts.map(literal).join(",")}]`).join(",");
  const place = `indexOf([${keys}], [${values.join(",")}])`;
  return `if(${place} > 0, toUInt64(${place} - 1), toUInt64(${other}))`;
}
