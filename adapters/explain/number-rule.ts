/** A question in the fields of the older dialect, with those that name a number of its answer if it is about one. */
export type NumberQuestion = Readonly<Record<string, unknown>>;

/** An event or an action that a question counts. */
export interface CountedEntity {
  id: string | number | null;
  type?: string;
  name?: string | null;
  custom_name?: string | null;
  math?: string;
  math_property?: string | null;
  properties?: unknown;
  order?: number;
}

/** Fields that name a number of an answer: the question without them is the one that was asked. */
export const OF_POINT =
  /^(?:entity_|point_range$|question_range$|breakdown_values?$|lifecycle_type$|stickiness_days$|target_date$|selected_interval$|path_(?:start|end)_key$|path_dropoff_key$|funnel_(?:step|step_breakdown)$)/;

const MATHS: Readonly<Record<string, string>> = {
  total: "Each event counts",
  dau: "A person counts once in each interval in which they did it",
  first_time_for_user: "A person counts in the interval in which they did it for the first time ever",
  weekly_active: "A person counts in each interval if they did it within 7 days up to its end",
  monthly_active: "A person counts in each interval if they did it within 30 days up to its end",
  unique_session: "A session counts once in each interval in which it has the event",
  unique_group: "A group counts once in each interval in which it has the event",
};

const PER_PERSON = /_count_per_actor$/;

/** The rule by which a question counts, in a sentence or two, without its dates and filters. */
export function toRule(question: NumberQuestion): string {
  switch (question["insight"]) {
    case "FUNNELS":
      return "A person takes the steps in the order and within the window of the funnel; a step counts by the first event that can take it.";
    case "RETENTION":
      return "A person belongs to the period in which they did the starting event, and came back in each period in which they did the returning event.";
    case "LIFECYCLE":
      return "A person who did it is new in the interval in which they were created, returning if they did it in the interval before as well, else resurrecting; one who stops is dormant in the interval after.";
    case "STICKINESS":
      return "A person counts under the number of intervals in which they did it at least once.";
    case "PATHS":
      return "The events of a person follow each other in order of time; a pause of 30 minutes begins a new path.";
    default: {
      const [first] = entitiesOf(question);
      const { math = "total", math_property: property } = first ?? {};
      if (PER_PERSON.test(math))
        return "The events of each person are counted in each interval, then summed up by the math.";
      const values = `The values of ${property ?? "the property"} are taken from each event (${math}); an event without a number does not count`;
      return `${MATHS[math] ?? values}.`;
    }
  }
}

/** The counted events and actions in their order; of a number of one series that series alone. */
export function entitiesOf(question: NumberQuestion): CountedEntity[] {
  const { target_entity: target, returning_entity: returning, insight, entity_order: order } = question;
  if (insight === "RETENTION") {
    const first = (target ?? { id: "$pageview" }) as CountedEntity;
    return [first, (returning ?? first) as CountedEntity];
  }
  if (insight === "PATHS") return itemsOf(question);
  const listed = [...toList(question["actions"], "actions"), ...toList(question["events"], "events")];
  const sorted = listed.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const own = sorted.filter((entity, index) => (entity.order ?? index) === Number(order));
  return order === undefined || own.length === 0 ? sorted : own;
}

/** The kinds of events that are items of paths. */
function itemsOf({
  include_event_types: types = [],
  include_custom_events: names = [],
}: NumberQuestion): CountedEntity[] {
  const kinds = (types as string[]).map((id) => (id === "custom_event" ? CUSTOM : { id }));
  const all = [...kinds, ...(names as string[]).map((id) => ({ id }))];
  return all.length === 0 ? [{ id: null }] : all;
}

/** Any event without `$`. */
const CUSTOM: CountedEntity = {
  id: null,
  custom_name: "custom events",
  properties: [{ key: "event", type: "event_metadata", operator: "not_starts_with", value: "$" }],
};

function toList(value: unknown, type: string): CountedEntity[] {
  const list = Array.isArray(value) ? (value as CountedEntity[]) : [];
  return list.map((entity) => Object.assign({ type }, entity));
}

/** The name of an entity as the page writes it. */
export function nameOfEntity({ custom_name: custom, name, id, type }: CountedEntity): string {
  if (custom) return custom;
  if (type === "actions") return name ?? `action ${id}`;
  return id === null ? "any event" : String(id);
}
