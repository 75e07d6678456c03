import type { PropertyFilters } from "../../filters/index.ts";
import type { Math } from "../math.ts";
import type { Maybe } from "./maybe.ts";

interface CommonFields {
  /** Position among `events` and `actions`, ascending; where equal or absent, actions come first, then as listed. */
  order?: Maybe<number>;
  /** What labels call it. @default the name of the event or the action */
  name?: Maybe<string>;
  /** A name of yours, given back in answers; no label shows it. */
  custom_name?: Maybe<string>;
  /**
   * What is counted: events (`total`), persons (`dau`, also of the last 7 or 30 days: `weekly_active`, `monthly_active`),
   * groups, sessions, or a statistic of a number. Funnels and retention take no account of it. @default "total"
   */
  math?: Maybe<Math>;
  /** The property that a statistic (`sum` to `p99`) is of, or `$session_duration`; 400 when a trend asks for one without. */
  math_property?: Maybe<string>;
  /** Which type of group `unique_group` counts: 0 to 4; 400 without. */
  math_group_type_index?: Maybe<number>;
  /** Which of these events count; of all types. */
  properties?: Maybe<PropertyFilters>;
}

/** An event to be counted, or a step of a funnel. Source: reference/insights.md 6 and 7.1. */
export interface EventEntityInput extends CommonFields {
  /** Name of the event; null or empty = any event. */
  id: string | number | null;
  type?: Maybe<"events">;
}

/** An action to be counted, or a step of a funnel; one that does not exist makes the whole answer empty. */
export interface ActionEntityInput extends CommonFields {
  /** Id of the action, or its text. */
  id: number | string;
  type?: Maybe<"actions">;
}

/** An event, or by `type: "actions"` an action. */
export type EntityInput = AnyEventInput | AnyActionInput;

interface AnyEventInput extends EventEntityInput {
  /** @default "events" */
  type?: "events" | undefined;
}

interface AnyActionInput extends ActionEntityInput {
  type: "actions";
}
