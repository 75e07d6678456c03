import type { InsightsHandle, QuestionKind } from "../../../../../lib/index.ts";
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

/** The parameters of the handle's methods: their fields are the API's. */
type Asked = NonNullable<Parameters<InsightsHandle[keyof InsightsHandle]>[0]>;
type FieldOf<Fields> = Fields extends unknown ? keyof Fields : never;
type ValueOf<Fields, Field> = Fields extends unknown ? (Field extends keyof Fields ? Fields[Field] : never) : never;

/** A type whose words are any texts, as inputs give them, and whose lists may be changed. */
type Loose<Value> = Value extends string
  ? string
  : Value extends readonly (infer Member)[]
    ? Loose<Member>[]
    : Value extends object
      ? { [Field in keyof Value]: Loose<Value[Field]> }
      : Value;

/** The fields of all kinds of questions, except those that hold entities, filters or a question. */
type PlainFields = {
  [Field in Exclude<FieldOf<Asked>, keyof Nested | "project" | "signal">]?: Loose<NonNullable<ValueOf<Asked, Field>>>;
};

interface Nested {
  insight: QuestionKind;
  events?: Entity[];
  actions?: Entity[];
  properties?: unknown;
  exclusions?: Exclusion[];
  target_entity?: Entity;
  returning_entity?: Entity;
  /** The funnel, and its step (from 1) around which paths are shown. */
  funnel_filter?: QuestionDraft & { funnel_step?: number };
}

/**
 * A question in the API's own fields (reference/insights.md 3.1), in which a saved insight is stored as `filters`, too.
 * Absent fields have the API's defaults. CORRELATION is the page's own name for a funnel's correlation.
 */
export interface QuestionDraft extends PlainFields, Nested {}

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

export function entityName({ custom_name: custom, name, id, type }: Entity): string {
  if (custom) return custom;
  if (type === "actions") return name ?? `Action ${id}`;
  return id === null ? "All events" : String(id);
}

/** Filters for the API: undefined without filters. */
export function toFilters(filters: readonly PropertyFilter[]): PropertyFilter[] | undefined {
  return filters.length === 0 ? undefined : [...filters];
}
