const DAY_MS = 86_400_000;

/** A month as `2024-03`, moved by a number of months. */
export function moveMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** A day as `2024-03-01`, moved by a number of days. */
export function moveDay(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The weeks of a month, each of seven days; null = a day of another month.
 * @param firstWeekday 0 = Sunday
 */
export function monthWeeks(month: string, firstWeekday: number): (string | null)[][] {
  const lead = (new Date(`${month}-01T00:00:00Z`).getUTCDay() - firstWeekday + 7) % 7;
  const length = Number(moveDay(`${moveMonth(month, 1)}-01`, -1).slice(8));
  const cells = Array.from({ length: Math.ceil((lead + length) / 7) * 7 }, (_, index) => {
    const day = index - lead + 1;
    return day < 1 || day > length ? null : `${month}-${String(day).padStart(2, "0")}`;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
