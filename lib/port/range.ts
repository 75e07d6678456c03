/**
 * A stretch of time: `fromMs <= timestamp < untilMs`, epoch milliseconds. Those of questions are at whole seconds, those of
 * behavioural cohorts at any millisecond.
 */
export interface DateRange {
  fromMs: number;
  /** Exclusive: for whole seconds, one second after the last second that counts. */
  untilMs: number;
}
