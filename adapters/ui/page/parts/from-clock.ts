import { toClock } from "./time.tsx";

/** The instant at which a clock in a time zone shows a text such as `2024-03-01` or `2024-03-01 14:00`; NaN for any other text. */
export function fromClock(text: string, timeZone: string): number {
  const [day = "", time = "00:00"] = text.split(/[T ]/);
  const digitsMs = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(digitsMs)) return NaN;
  const awayMs = (ms: number) => Date.parse(`${toClock(new Date(ms).toISOString(), timeZone).replace(" ", "T")}Z`) - ms;
  // The clock may be put forward or back between the two.
  const guess = digitsMs - awayMs(digitsMs);
  return digitsMs - awayMs(guess);
}
