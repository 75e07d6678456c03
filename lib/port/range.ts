/** A stretch of time: `fromMs <= timestamp < untilMs`, epoch milliseconds at whole seconds. */
export interface DateRange {
  fromMs: number;
  /** Exclusive: one second after the last second that counts. */
  untilMs: number;
}
