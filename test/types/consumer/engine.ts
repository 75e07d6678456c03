// An engine as its author writes it, and mistakes that the compiler has to refuse.
import { createHoglet } from "hoglet";
import { clickhouse } from "hoglet/clickhouse";
import { openGathered } from "hoglet/engine";
import type {
  ActorPage,
  ActorsPlan,
  AnswerOf,
  AnyPlan,
  AppearancesPage,
  Cohort,
  CorrelationAnswer,
  Engine,
  EngineSource,
  FeedEntry,
  FilterNode,
  FunnelPlan,
  FunnelTimesPlan,
  Mark,
  OpenEngine,
  Paging,
  Plan,
  Selection,
  StateEntry,
  TrendActorsPlan,
  TrendAnswer,
  TrendPlan,
} from "hoglet/engine";

/** Writes SQL of the author's own database. */
declare function sqlOf(select: Selection, cohorts: readonly Cohort[] | undefined): string;
declare function rows<Row>(sql: string): Promise<Row[]>;

async function trend(plan: TrendPlan): Promise<TrendAnswer> {
  const series = plan.series.map(async ({ select }) => {
    const found = await rows<{ count: number }>(sqlOf(select, plan.cohorts));
    return [{ key: { type: "whole" as const }, data: found.map(({ count }) => count) }];
  });
  return { series: await Promise.all(series) };
}

async function trendActors({ select, page }: TrendActorsPlan): Promise<ActorPage> {
  const { after, skip, limit }: Paging = page;
  const found = await rows<{ id: number; value: number }>(
    `${sqlOf(select, [])} AFTER ${after?.value} ${after?.key} LIMIT ${limit + 1} OFFSET ${skip}`,
  );
  const last = found[limit - 1];
  return {
    by: "persons",
    ids: Float64Array.from(found.slice(0, limit), ({ id }) => id),
    values: Float64Array.from(found.slice(0, limit), ({ value }) => value),
    next: found.length > limit && last !== undefined ? { key: last.id, value: last.value } : null,
  };
}

/** Every kind is answered: the compiler knows what is left. */
async function answer(plan: AnyPlan): Promise<unknown> {
  switch (plan.kind) {
    case "trend":
      return trend(plan);
    case "trend-actors":
      return trendActors(plan);
    case "appearances": {
      const appearances: AppearancesPage = {
        by: "persons",
        ids: new Float64Array(0),
        words: 1,
        bits: new Uint32Array(0),
        next: null,
      };
      return appearances;
    }
    case "retention":
    case "retention-actors":
    case "funnel":
    case "funnel-actors":
    case "funnel-periods":
    case "funnel-times":
    case "funnel-trace":
    case "correlation":
    case "paths":
    case "path-actors":
    case "lifecycle":
    case "lifecycle-actors":
    case "stickiness":
    case "stickiness-actors":
    case "earliest-event":
    case "distinct-quantiles":
    case "event-names":
    case "property-keys":
    case "event-values":
    case "visits":
    case "sessions":
      return null;
    default: {
      const left: never = plan;
      return left;
    }
  }
}

function put(entry: FeedEntry): string {
  if (entry.kind === "event") return entry.properties;
  if (entry.kind === "gone-event") return String(entry.seq);
  const state: StateEntry = entry;
  return state.kind === "member" ? String(state.isMember) : String(state.now === null);
}

export const openOwn: OpenEngine = ({ feed, log }: EngineSource): Engine => {
  const state: { mark?: Mark } = {};
  return {
    async ask<P extends Plan>(plan: P): Promise<AnswerOf<P>> {
      state.mark ??= await feed.follow("own");
      const batch = await feed.read(state.mark, { limit: 5000 });
      log.warn("followed", { entries: batch.entries.map(put) });
      state.mark = batch.mark;
      return (await answer(plan as unknown as AnyPlan)) as AnswerOf<P>;
    },
  };
};

function isPlan(node: FilterNode): boolean {
  return node.type === "person" && node.key === "plan";
}

export async function use(engine: Engine): Promise<number> {
  const hoglet = await createHoglet({ engine: openOwn });
  await hoglet.close();
  const funnel: Pick<FunnelPlan, "steps"> = { steps: [] };
  declareAnswer<AnswerOf<FunnelTimesPlan>>(({ averageSeconds }) => averageSeconds);
  declareAnswer<CorrelationAnswer>(({ items }) => items[0]?.item);
  // @ts-expect-error -- a list of actors is asked for page by page
  const whole: ActorsPlan = { kind: "trend-actors" };
  // @ts-expect-error -- a page says where the next page begins
  const page: ActorPage = { by: "persons", ids: new Float64Array(0) };
  // @ts-expect-error -- answers are promised
  engine.ask({ kind: "earliest-event" }).toFixed();
  return [whole, page, isPlan].length + funnel.steps.length;
}

export async function onClickhouse(entries: FeedEntry[], plan: TrendPlan): Promise<number | undefined> {
  const hoglet = await createHoglet({ engine: clickhouse({ url: "http://localhost:8123", database: "events" }) });
  const { state } = await hoglet.engine.status();
  // @ts-expect-error -- the address is needed
  clickhouse({ database: "events" });
  const gathered = openGathered({ events: entries.length });
  gathered.add(entries);
  const { series } = await gathered.ask(plan);
  return state === "current" ? series.length : undefined;
}

declare function declareAnswer<Answer>(read: (answer: Answer) => unknown): void;
