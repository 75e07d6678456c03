const UNITS_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** Milliseconds of `90s`, `5m`, `12h`, `30d` or `4w`; NaN = another text. */
export function spanMs(text: string): number {
  if (!/^[1-9]\d{0,5}[smhdw]$/.test(text)) return Number.NaN;
  return Number(text.slice(0, -1)) * UNITS_MS[text.slice(-1) as keyof typeof UNITS_MS];
}
