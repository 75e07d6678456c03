/** Bars and lines of Unicode's block elements, which every terminal font has. */

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const HEIGHTS = "▁▂▃▄▅▆▇█";

/** A bar of a share (0 to 1) of a width in columns. Anything above 0 is seen. */
export function bar(share: number, width: number): string {
  const size = share <= 0 ? 0 : Math.max(1, Math.min(width * 8, Math.round(share * width * 8)));
  return "█".repeat(size >> 3) + (EIGHTHS[size & 7] ?? "");
}

/** A line of values from 0 on, a column each; more values than columns are put together as their means. */
export function sparkline(values: readonly number[], width: number): string {
  const points = toColumns(values, width);
  const most = Math.max(0, ...points);
  return points.map((value) => HEIGHTS[toHeight(value, most)] ?? "").join("");
}

/** The lowest block is zero alone. */
function toHeight(value: number, most: number): number {
  return value <= 0 || most === 0 ? 0 : Math.max(1, Math.round((value / most) * 7));
}

/**
 * A chart of columns.
 * @param height in rows
 * @returns rows, the highest first, each as wide as there are columns
 */
export function columnChart(values: readonly number[], width: number, height: number): string[] {
  const points = toColumns(values, width);
  const most = Math.max(0, ...points);
  return Array.from({ length: height }, (_, index) => {
    const floor = height - 1 - index;
    return points.map((value) => toCell(value, most, { floor, height })).join("");
  });
}

function toCell(value: number, most: number, { floor, height }: { floor: number; height: number }): string {
  const eighths = value <= 0 || most === 0 ? 0 : Math.max(1, Math.round((value / most) * height * 8));
  const own = eighths - floor * 8;
  if (own <= 0) return " ";
  return own >= 8 ? "█" : (HEIGHTS[own - 1] ?? " ");
}

/** The values as so many points at most: means of neighbours. */
export function toColumns(values: readonly number[], width: number): number[] {
  if (values.length <= width) return [...values];
  const size = Math.ceil(values.length / Math.max(1, width));
  const points: number[] = [];
  for (let start = 0; start < values.length; start += size) {
    const part = values.slice(start, start + size);
    points.push(part.reduce((sum, value) => sum + value, 0) / part.length);
  }
  return points;
}
