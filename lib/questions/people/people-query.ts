import * as v from "valibot";
import { pageEntries } from "../../base/page.ts";
import { parse } from "../../base/parse.ts";
import type { ActorCursor } from "../../port/actors.ts";

export interface PeopleQuery {
  /** 100 unless asked otherwise, at most 1000. */
  limit: number;
  offset: number;
  /** The place after which the page begins; null = `offset` counts from the first actor. */
  after: ActorCursor | null;
  /** Part of an email, a name or a distinct id in any letter case; empty = everybody. */
  search: string;
  /** Compute it even if the answer is known. */
  refresh: boolean;
  /** Count the people of all pages too. */
  withTotal: boolean;
}

/** The fields of pages, as callers write them. */
export const peoplePageEntries = {
  /** People of a page: 1 to 1000, more counts as 1000. @default 100 */
  limit: v.nullish(v.number()),
  /** People to skip. @default 0 */
  offset: v.nullish(v.number()),
  /** The place where an earlier page ended, as its `next` has it: the page after it, also when people came or were deleted meanwhile. */
  cursor: v.nullish(v.string()),
  /** Part of an email, a name or a distinct id in any letter case. @default everybody */
  search: v.nullish(v.string()),
  /** Recordings are not stored: `matched_recordings` of each person is empty, with and without. @default false */
  include_recordings: v.nullish(v.boolean()),
  /** Computes the answer again. @default false */
  refresh: v.nullish(v.boolean()),
  /** Counts the people of all pages, those that the search finds: `total_count` of the answer. It walks over the list. Ours. @default false */
  include_total: v.nullish(v.boolean()),
};

const Place = v.strictTuple([v.union([v.number(), v.string()]), v.nullable(v.number())]);

/** Text of a place in a list of people; empty text for none. */
const CursorField = v.pipe(
  v.string(),
  v.check((text) => text === "" || readPlace(text) !== null, "Expected the cursor of an earlier answer."),
  v.transform(readPlace),
);

function readPlace(text: string): ActorCursor | null {
  try {
    const { output, success } = v.safeParse(Place, JSON.parse(text));
    if (!success) return null;
    const [key, value] = output;
    return value === null ? { key } : { key, value };
  } catch {
    return null;
  }
}

/** The text of a place, as links have it. */
export function toCursorText({ key, value }: ActorCursor): string {
  return JSON.stringify([key, value ?? null] satisfies v.InferOutput<typeof Place>);
}

/** The two fields that turn the pages. */
export interface PageFields {
  limit: string;
  offset: string;
}

const Flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(["true", "false"], "Expected true or false."),
    v.transform((word) => word === "true"),
  ),
]);

/** Reads the fields of pages. @throws HogletError 400 naming the field */
export function parsePeopleQuery(input: Record<string, unknown>, fields: PageFields): PeopleQuery {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined));
  const { [fields.limit]: limit = 0, [fields.offset]: offset = 0 } = parse(
    v.object({ [fields.limit]: pageEntries.limit, [fields.offset]: pageEntries.offset }),
    given,
  );
  const {
    cursor: after = null,
    search,
    refresh,
    include_total: withTotal,
  } = parse(
    v.object({
      cursor: v.optional(CursorField),
      search: v.optional(v.pipe(v.string(), v.maxLength(1000)), ""),
      include_recordings: v.optional(
        v.union([
          Flag,
          v.pipe(
            v.literal(""),
            v.transform(() => false),
          ),
        ]),
        false,
      ),
      // A bare `?refresh` asks for it too (reference/rest.md 7.2).
      refresh: v.optional(
        v.union([
          Flag,
          v.pipe(
            v.literal(""),
            v.transform(() => true),
          ),
        ]),
        false,
      ),
      include_total: v.optional(Flag, false),
    }),
    given,
  );
  return { limit, offset, after, search, refresh, withTotal };
}
