import { invalid } from "../../base/errors.ts";
import type { RequestFields } from "../shared/request-fields.ts";
import { toNodeFields } from "../shared/node-question.ts";
import type { NodeDates } from "../shared/node-question.ts";
import { nodeToEntity, nodeToFilters, toHiddenKeys, toSnakeCase } from "../shared/node-to-filters.ts";
import { readOptionalSteps } from "./optional-steps.ts";
import type { OptionalSteps } from "./optional-steps.ts";
import { parseFunnelQuery } from "./question.ts";
import type { FunnelQuery } from "./question.ts";
import type { FunnelsQueryRead } from "./query-node.ts";

const NAMES = { funnelAggregateByHogQL: "funnel_aggregate_by_hogql" };

/** The older `filters` of a FunnelsQuery. */
export function funnelsToFilters({ funnelsFilter, ...node }: FunnelsQueryRead): RequestFields {
  const { hiddenLegendBreakdowns, exclusions, ...own } = funnelsFilter ?? {};
  return {
    ...nodeToFilters(node, "FUNNELS"),
    ...toSnakeCase(own, NAMES),
    ...toHiddenKeys(hiddenLegendBreakdowns),
    ...(exclusions && { exclusions: exclusions.map(toExclusion) }),
  };
}

function toExclusion({ funnelFromStep, funnelToStep, ...node }: Record<string, unknown>, order: number): RequestFields {
  return { ...nodeToEntity(node), order, funnel_from_step: funnelFromStep, funnel_to_step: funnelToStep };
}

/** The question of a FunnelsQuery. */
export interface FunnelsNodeQuestion {
  query: FunnelQuery;
  dates: NodeDates;
  optional: OptionalSteps;
}

/** Reads the question of a node. @throws HogletError 400 naming the field */
export function readFunnelsNode(node: FunnelsQueryRead): FunnelsNodeQuestion {
  refuseUnsupported(node);
  const { fields, dates } = toNodeFields(funnelsToFilters(node));
  // Steps that the funnel does not have are those of an earlier form of it.
  const query = parseFunnelQuery(fields);
  const isOptional = node.series.map((step) => "optionalInFunnel" in step && step.optionalInFunnel === true);
  return { query, dates, optional: readOptionalSteps(isOptional, query.funnel_order_type) };
}

function refuseUnsupported({ series, compareFilter, funnelsFilter }: FunnelsQueryRead): void {
  if (series.some(({ kind }) => kind === "DataWarehouseNode")) {
    throw invalid(
      null,
      "Data warehouse tables are not supported in funnels just yet. For now, please try this funnel without the data warehouse series.",
    );
  }
  if (compareFilter?.compare === true) {
    throw invalid("compareFilter__compare", "Funnels are not compared with another period.", "unsupported");
  }
  const { hideIncompleteConversionWindowPeriods: isHidden } = funnelsFilter ?? {};
  if (isHidden === true) {
    throw invalid("funnelsFilter__hideIncompleteConversionWindowPeriods", "Expected false.", "unsupported");
  }
}
