/**
 * An instant that may have more digits than milliseconds. As a Date it is the millisecond before, which events have; as JSON it has all
 * digits. A local time has no zone of its own.
 */
export class ExactTime extends Date {
  /** Nanoseconds within the millisecond. */
  readonly restNs: number;
  readonly isLocal: boolean;

  /** @param perSecond units in a second: 1000, 10^6 or 10^9 */
  constructor(units: bigint, perSecond: 1_000 | 1_000_000 | 1_000_000_000, isLocal = false) {
    const nanoseconds = units * BigInt(1_000_000_000 / perSecond);
    const restNs = ((nanoseconds % 1_000_000n) + 1_000_000n) % 1_000_000n;
    super(Number((nanoseconds - restNs) / 1_000_000n));
    this.restNs = Number(restNs);
    this.isLocal = isLocal;
  }

  override toJSON(): string {
    // A time beyond the years that a Date has is no time; mappings refuse it.
    if (Number.isNaN(this.getTime())) return "";
    const text = this.toISOString();
    if (this.restNs === 0) return text;
    return `${text.slice(0, -1)}${String(this.restNs).padStart(6, "0").replace(/000$/, "")}Z`;
  }
}

/** A time of day, such as `10:11:12.5`. @param perSecond units in a second */
export function toClock(units: bigint, perSecond: number): string {
  const seconds = units / BigInt(perSecond);
  const digits = String(perSecond).length - 1;
  const rest = String(units % BigInt(perSecond))
    .padStart(digits, "0")
    .replace(/0+$/, "");
  return `${two(seconds / 3600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}${rest === "" ? "" : `.${rest}`}`;
}

function two(value: bigint): string {
  return String(value).padStart(2, "0");
}

/** An interval of months, days and milliseconds, each four bytes, as an ISO duration: `P1M2DT3.5S`. Parquet and Avro have the same form. */
export function toDuration(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [months, days, ms] = [0, 4, 8].map((at) => view.getUint32(at, true));
  const parts = [
    [months, "M"],
    [days, "D"],
  ].flatMap(([value, unit]) => (value === 0 ? [] : [`${value}${unit}`]));
  const time = ms === 0 ? "" : `T${Number(ms) / 1000}S`;
  return parts.length === 0 && time === "" ? "PT0S" : `P${parts.join("")}${time}`;
}
