/** The figures of a value in a period. A figure that the table does not show is 0 or null. */
export interface WebFigures {
  visitors: number;
  views: number;
  /** The share of sessions, from 0 to 1; null = no session counts. */
  bounce_rate: number | null;
  /** Seconds that nine of ten visits of a page do not exceed. */
  avg_time_on_page: number | null;
  /** How far a page was scrolled, from 0 to 1. */
  average_scroll_percentage: number | null;
  /** The share of visits of a page that saw four fifths of it. */
  scroll_gt80_percentage: number | null;
  total_conversions: number;
  /** Persons who converted. */
  unique_conversions: number;
  /** The share of visitors, from 0 to 1; null = there are none. */
  conversion_rate: number | null;
  rage_clicks: number;
  dead_clicks: number;
  errors: number;
}
export type WebFigure = keyof WebFigures;

export const NO_FIGURES: WebFigures = {
  visitors: 0,
  views: 0,
  bounce_rate: null,
  avg_time_on_page: null,
  average_scroll_percentage: null,
  scroll_gt80_percentage: null,
  total_conversions: 0,
  unique_conversions: 0,
  conversion_rate: null,
  rage_clicks: 0,
  dead_clicks: 0,
  errors: 0,
};

/** A value, and its figures in each period. */
export interface StatsRow {
  /** Text, a number or null; a list for several columns. */
  value: unknown;
  current: WebFigures;
  /** Null = not compared. */
  previous: WebFigures | null;
}

/** Figures that sort rows, by their names in a query. */
export const WEB_ORDERS = {
  Visitors: "visitors",
  Views: "views",
  BounceRate: "bounce_rate",
  AvgTimeOnPage: "avg_time_on_page",
  AverageScrollPercentage: "average_scroll_percentage",
  ScrollGt80Percentage: "scroll_gt80_percentage",
  TotalConversions: "total_conversions",
  UniqueConversions: "unique_conversions",
  ConversionRate: "conversion_rate",
  RageClicks: "rage_clicks",
  DeadClicks: "dead_clicks",
  Errors: "errors",
} as const satisfies Record<string, WebFigure>;

/** Sorts by the figures, then by those of the period before, then by the value. */
export function sortRows(
  rows: readonly StatsRow[],
  figures: readonly WebFigure[],
  direction: "ASC" | "DESC",
): StatsRow[] {
  const sign = direction === "ASC" ? 1 : -1;
  const at = (row: StatsRow, figure: WebFigure, period: "current" | "previous") => row[period]?.[figure] ?? -1;
  return rows.toSorted((a, b) => {
    for (const figure of figures) {
      for (const period of ["current", "previous"] as const) {
        const difference = at(a, figure, period) - at(b, figure, period);
        if (difference !== 0) return sign * difference;
      }
    }
    return compareTexts(textOf(a.value), textOf(b.value));
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Shares fill a row by themselves. */
const SHARES: ReadonlySet<WebFigure> = new Set<WebFigure>([
  "bounce_rate",
  "average_scroll_percentage",
  "scroll_gt80_percentage",
  "conversion_rate",
]);

/** The part of a row that a client fills: the row's share of the figure that sorts the table. */
export function fillFraction(
  rows: readonly StatsRow[],
  sorted: WebFigure | undefined,
): (row: StatsRow) => number | null {
  if (sorted !== undefined && SHARES.has(sorted)) return ({ current }) => current[sorted];
  const figure = sorted === undefined || sorted === "avg_time_on_page" ? "visitors" : sorted;
  const all = rows.reduce((sum, { current }) => sum + (current[figure] ?? 0), 0);
  return ({ current }) => (all === 0 ? 0 : (current[figure] ?? 0) / all);
}

/** Pairs of this period's figure and that of the one before. */
export function toPairs({ current, previous }: StatsRow, figures: readonly WebFigure[]): (number | null)[][] {
  return figures.map((figure) => [current[figure], previous === null ? null : previous[figure]]);
}
