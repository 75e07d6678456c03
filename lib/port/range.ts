/**
 * `fromMs <= timestamp < untilMs`, epoch milliseconds: whole seconds in questions, any millisecond in behavioural
 * cohorts.
 */
export interface DateRange {
  fromMs: number;
  /** Exclusive: one second after the last whole second that counts. */
  untilMs: number;
}
