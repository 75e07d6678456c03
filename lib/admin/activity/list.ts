import * as v from "valibot";
import { Instant } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { invalid } from "../../base/errors.ts";
import { pageEntries } from "../../base/page.ts";
import { and, desc, eq, pages, sql } from "../../storage/queries/index.ts";
import { activityLog } from "../../storage/tables/index.ts";

/** Entries of a page, by default. */
const DEFAULT_LIMIT = 10;

const PAGE_MESSAGE = "Expected the number of a page, from 1.";

const PageNumber = v.union(
  [
    v.pipe(v.number(), v.integer(PAGE_MESSAGE), v.minValue(1, PAGE_MESSAGE)),
    v.pipe(v.string(), v.regex(/^0*[1-9]\d{0,8}$/, PAGE_MESSAGE), v.transform(Number)),
  ],
  PAGE_MESSAGE,
);

const NOTHING = v.pipe(
  v.picklist(["", "0", 0]),
  v.transform(() => DEFAULT_LIMIT),
);

/** The page of a history: `page` from 1; `limit` entries each, 10 when absent, empty or 0, at most 1000. */
export const ActivityPage = v.object({
  page: v.optional(PageNumber, 1),
  limit: v.optional(v.union([NOTHING, pageEntries.limit], "A valid integer is required."), DEFAULT_LIMIT),
});
export type ActivityPage = v.InferOutput<typeof ActivityPage>;

/** The input of `activity.list`; all given filters must match. */
export const ActivityQuery = v.object({
  ...ActivityPage.entries,
  /** Kind of the changed thing, such as "Person" or "Cohort". */
  scope: v.exactOptional(v.string()),
  /** Id of the changed thing, as text. */
  item_id: v.exactOptional(v.union([v.string(), v.pipe(v.number(), v.transform(String))])),
});
export type ActivityQuery = v.InferOutput<typeof ActivityQuery>;
export type ActivityInputQuery = v.InferInput<typeof ActivityQuery>;

const Change = v.object({
  type: v.string(),
  action: v.string(),
  field: v.nullable(v.string()),
  before: v.unknown(),
  after: v.unknown(),
  /** Names of the changed properties. hoglet's own field, beyond PostHog. */
  keys: v.exactOptional(v.array(v.string())),
});

/** An entry as clients see it (reference/rest.md 5.9). */
export const Activity = v.pipe(
  v.object({
    user: v.object({ first_name: v.string(), email: v.null(), is_system: v.exactOptional(v.literal(true)) }),
    activity: v.string(),
    scope: v.string(),
    item_id: v.string(),
    detail: v.object({
      name: v.nullable(v.string()),
      short_id: v.null(),
      type: v.nullable(v.string()),
      trigger: v.unknown(),
      changes: v.array(Change),
    }),
    /** ISO text. */
    created_at: Instant,
  }),
  v.examples([
    {
      user: { first_name: "laptop", email: null },
      activity: "updated",
      scope: "Person",
      item_id: "41",
      detail: {
        name: null,
        short_id: null,
        type: null,
        trigger: null,
        changes: [
          { type: "Person", action: "changed", field: "properties", before: null, after: null, keys: ["plan"] },
        ],
      },
      created_at: "2024-05-02T10:00:00.120000Z",
    },
  ]),
);
export interface ActivityRecord extends v.InferOutput<typeof Activity> {}

/** Newest first; `total_count` counts all pages. */
export interface ActivityList {
  results: ActivityRecord[];
  total_count: number;
}

/**
 * Entries of a project, newest first.
 * @param projectId null = entries that belong to no single project
 * @throws invalid 400 for a page after the last one; page 1 of an empty history is empty
 */
export function listActivity(
  { db }: Pick<Context, "db">,
  projectId: number | null,
  { page, limit, scope, item_id }: ActivityQuery,
): ActivityList {
  const historyOf = pagesBy(scope !== undefined, item_id !== undefined);
  const wanted = { projectId, scope: scope ?? "", itemId: item_id ?? "" };
  const { count, rows } = historyOf(db, wanted, { limit, offset: (page - 1) * limit });
  if (page > Math.max(1, Math.ceil(count / limit))) throw invalid("page", "Invalid page.", "invalid_page");
  return { results: rows.map(toActivityRecord), total_count: count };
}

interface Wanted {
  projectId: number | null;
  scope: string;
  itemId: string;
}

// A query for each combination: an optional condition would not use the index activity_log_by_item.
const [ALL, BY_ITEM, BY_SCOPE, BY_BOTH] = [
  definePages(false, false),
  definePages(false, true),
  definePages(true, false),
  definePages(true, true),
];

function pagesBy(hasScope: boolean, hasItem: boolean): typeof ALL {
  if (hasScope) return hasItem ? BY_BOTH : BY_SCOPE;
  return hasItem ? BY_ITEM : ALL;
}

function definePages(hasScope: boolean, hasItem: boolean) {
  const isWanted = ({ projectId, scope, itemId }: Wanted) =>
    and(
      sql`${activityLog.projectId} IS ${projectId}`,
      hasScope ? eq(activityLog.scope, scope) : undefined,
      hasItem ? eq(activityLog.itemId, itemId) : undefined,
    );
  return pages(activityLog, isWanted, desc(activityLog.id));
}

function toActivityRecord(row: typeof activityLog.$inferSelect): ActivityRecord {
  return {
    user: toUser(row.keyLabel),
    activity: row.activity,
    scope: row.scope,
    item_id: row.itemId,
    detail: JSON.parse(row.detail) as ActivityRecord["detail"],
    created_at: toIso(row.createdAt),
  };
}

function toUser(keyLabel: string | null): ActivityRecord["user"] {
  if (keyLabel === null) return { first_name: "System", email: null, is_system: true };
  return { first_name: keyLabel, email: null };
}
