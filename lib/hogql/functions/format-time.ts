const MONTHS = `January February March April May June July August September October November December`.split(" ");
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

const two = (value: number) => String(value).padStart(2, "0");
const twelve = (hour: number) => ((hour + 11) % 12) + 1;
const DAY_MS = 86_400_000;

/** The text of each letter behind `%` in ClickHouse's formatDateTime, from the UTC digits. */
const PARTS: Record<string, (time: Date) => string> = {
  a: (time) => (DAYS[time.getUTCDay()] ?? "").slice(0, 3),
  b: (time) => (MONTHS[time.getUTCMonth()] ?? "").slice(0, 3),
  c: (time) => two(time.getUTCMonth() + 1),
  C: (time) => two(Math.floor(time.getUTCFullYear() / 100)),
  d: (time) => two(time.getUTCDate()),
  D: (time) => `${two(time.getUTCMonth() + 1)}/${two(time.getUTCDate())}/${two(time.getUTCFullYear() % 100)}`,
  e: (time) => String(time.getUTCDate()),
  f: (time) => `${String(time.getUTCMilliseconds()).padStart(3, "0")}000`,
  F: (time) => time.toISOString().slice(0, 10),
  G: (time) => String(thursdayOf(time).getUTCFullYear()),
  g: (time) => two(thursdayOf(time).getUTCFullYear() % 100),
  h: (time) => two(twelve(time.getUTCHours())),
  H: (time) => two(time.getUTCHours()),
  i: (time) => two(time.getUTCMinutes()),
  I: (time) => two(twelve(time.getUTCHours())),
  j: (time) => String(dayOfYear(time)).padStart(3, "0"),
  k: (time) => two(time.getUTCHours()),
  l: (time) => two(twelve(time.getUTCHours())),
  m: (time) => two(time.getUTCMonth() + 1),
  M: (time) => MONTHS[time.getUTCMonth()] ?? "",
  n: () => "\n",
  p: (time) => (time.getUTCHours() < 12 ? "AM" : "PM"),
  Q: (time) => String(Math.floor(time.getUTCMonth() / 3) + 1),
  r: (time) =>
    `${two(twelve(time.getUTCHours()))}:${two(time.getUTCMinutes())} ${time.getUTCHours() < 12 ? "AM" : "PM"}`,
  R: (time) => time.toISOString().slice(11, 16),
  s: (time) => two(time.getUTCSeconds()),
  S: (time) => two(time.getUTCSeconds()),
  t: () => "\t",
  T: (time) => time.toISOString().slice(11, 19),
  u: (time) => String(((time.getUTCDay() + 6) % 7) + 1),
  V: (time) => two(Math.floor((dayOfYear(thursdayOf(time)) - 1) / 7) + 1),
  w: (time) => String(time.getUTCDay()),
  W: (time) => DAYS[time.getUTCDay()] ?? "",
  y: (time) => two(time.getUTCFullYear() % 100),
  Y: (time) => String(time.getUTCFullYear()).padStart(4, "0"),
  "%": () => "%",
};

/** ClickHouse's formatDateTime over digits of a clock: `%Y-%m-%d %H:%i:%S`. */
export function formatTime(wallMs: number, format: string): string {
  const time = new Date(wallMs);
  return format.replaceAll(/%([\s\S])/g, (written: string, letter: string) => PARTS[letter]?.(time) ?? written);
}

function dayOfYear(time: Date): number {
  return 1 + Math.floor((time.getTime() - Date.UTC(time.getUTCFullYear(), 0, 1)) / DAY_MS);
}

/** The Thursday of a week from Monday: its year is the week's. */
function thursdayOf(time: Date): Date {
  return new Date(time.getTime() + (3 - ((time.getUTCDay() + 6) % 7)) * DAY_MS);
}
