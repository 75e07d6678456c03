import type { PropertyFilter } from "../../parts/filter-operators.ts";

/** A counted event, or a step of a funnel: an event (`id` null = any) or an action. */
export interface Entity {
  id: string | number | null;
  type: "events" | "actions";
  /** Name of an action. */
  name?: string;
  custom_name?: string | null;
  math?: string;
  math_property?: string | null;
  math_group_type_index?: number | null;
  properties?: unknown;
  order?: number;
}

/** An event that may not happen between two steps, counted from 0. */
export interface Exclusion extends Entity {
  funnel_from_step?: number;
  funnel_to_step?: number;
}

/**
 * A question in the API's own fields (reference/insights.md 3.1), in which a saved insight is stored as `filters`, too.
 * Absent fields have the API's defaults. CORRELATION is the page's own name for a funnel's correlation.
 */
export interface QuestionDraft {
  insight: "TRENDS" | "FUNNELS" | "RETENTION" | "LIFECYCLE" | "STICKINESS" | "PATHS" | "CORRELATION";
  events?: Entity[];
  actions?: Entity[];
  properties?: unknown;
  filter_test_accounts?: boolean;
  date_from?: string | null;
  date_to?: string | null;
  interval?: string;

  display?: string;
  compare?: boolean;
  formula?: string;
  smoothing_intervals?: number;

  breakdown?: string | number | (string | number)[];
  breakdown_type?: string;
  breakdowns?: { property: string; type?: string }[];
  breakdown_group_type_index?: number;
  breakdown_limit?: number;
  breakdown_histogram_bin_count?: number;
  breakdown_attribution_type?: string;
  breakdown_attribution_value?: number;
  aggregation_group_type_index?: number;

  funnel_viz_type?: string;
  funnel_order_type?: string;
  funnel_window_days?: number;
  funnel_window_interval?: number;
  funnel_window_interval_unit?: string;
  funnel_from_step?: number;
  funnel_to_step?: number;
  bin_count?: number;
  exclusions?: Exclusion[];

  funnel_correlation_type?: string;
  funnel_correlation_names?: string[];
  funnel_correlation_exclude_names?: string[];
  funnel_correlation_event_names?: string[];
  funnel_correlation_exclude_event_names?: string[];
  funnel_correlation_event_exclude_property_names?: string[];

  target_entity?: Entity;
  returning_entity?: Entity;
  period?: string;
  total_intervals?: number;
  retention_type?: string;

  include_event_types?: string[];
  include_custom_events?: string[];
  exclude_events?: string[];
  start_point?: string;
  end_point?: string;
  step_limit?: number;
  edge_limit?: number;
  min_edge_weight?: number;
  max_edge_weight?: number;
  path_groupings?: string[];
  path_replacements?: boolean;
  funnel_paths?: string;
  /** The funnel, and its step (from 1) around which paths are shown. */
  funnel_filter?: QuestionDraft & { funnel_step?: number };
}

/** A change of a question: undefined removes a field. */
export type DraftChange = { [Field in keyof QuestionDraft]?: QuestionDraft[Field] | undefined };

/** The question with some fields changed. */
export function withFields(question: QuestionDraft, change: DraftChange): QuestionDraft {
  const fields = Object.entries({ ...question, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as unknown as QuestionDraft;
}

/** Events and actions in their order: the counted events, or the steps. */
export function entitiesOf({ events = [], actions = [] }: QuestionDraft): Entity[] {
  const all = [
    ...actions.map((entity) => ({ ...entity, type: "actions" as const })),
    ...events.map((entity) => ({ ...entity, type: "events" as const })),
  ];
  return all.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
}

/** The question about these entities, in this order. */
export function withEntities(question: QuestionDraft, entities: readonly Entity[]): QuestionDraft {
  const numbered = entities.map((entity, order) => ({ ...entity, order }));
  const events = numbered.filter(({ type }) => type === "events");
  const actions = numbered.filter(({ type }) => type === "actions");
  return withFields(question, {
    events: events.length === 0 ? undefined : events,
    actions: actions.length === 0 ? undefined : actions,
  });
}

/** The name of an entity. */
export function nameOf({ custom_name: custom, name, id, type }: Entity): string {
  if (custom) return custom;
  if (type === "actions") return name ?? `Action ${id}`;
  return id === null ? "All events" : String(id);
}

/** Filters for the API: undefined without filters. */
export function toFilters(filters: readonly PropertyFilter[]): PropertyFilter[] | undefined {
  return filters.length === 0 ? undefined : [...filters];
}
