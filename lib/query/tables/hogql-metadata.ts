import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { defineQuery, idleEntries } from "../../questions/index.ts";
import type { Run } from "../../questions/index.ts";
import { checkSql } from "../../sql/index.ts";
import type { SqlNotice } from "../../sql/index.ts";
import type { QueryAsks } from "../query-asks.ts";

/** Whether SQL can be run, without running it: a node of kind HogQLMetadata. Source: reference/query.md 4.13. */
const HogQLMetadataNode = v.strictObject({
  kind: v.literal("HogQLMetadata"),
  /** A statement, or an expression over `events`. */
  language: v.picklist(["hogQL", "hogQLExpr"], 'Expected "hogQL" or "hogQLExpr"'),
  query: v.pipe(v.string(), v.maxLength(100_000)),
  sourceQuery: v.nullish(v.null("Expressions are read over the table events.")),
  globals: v.nullish(v.null("Only programs have globals.")),
  filters: v.nullish(v.unknown()),
  variables: v.nullish(v.record(v.string(), v.unknown())),
  debug: v.nullish(v.boolean()),
  ...idleEntries,
});

export interface HogQLMetadataAnswer {
  isValid: boolean;
  errors: SqlNotice[];
  warnings: never[];
  notices: never[];
  /** The query as sent. */
  query: string;
  table_names: string[];
}

export interface HogQLMetadataTypes {
  kind: "HogQLMetadata";
  node: v.InferInput<typeof HogQLMetadataNode>;
  answer: HogQLMetadataAnswer;
}

const Notice = v.object({ start: v.number(), end: v.number(), message: v.string() });

export const hogqlMetadata = defineQuery<HogQLMetadataTypes, QueryAsks>()({
  kind: "HogQLMetadata",
  summary: "Checks SQL without running it.",
  node: HogQLMetadataNode,
  example: { kind: "HogQLMetadata", language: "hogQL", query: "SELECT event FROM events" },
  answer: v.object({
    isValid: v.boolean(),
    errors: v.array(Notice),
    warnings: v.array(Notice),
    notices: v.array(Notice),
    query: v.string(),
    table_names: v.array(v.string()),
  }),
  override: (node) => node,
  async run(
    _ctx: QueryAsks,
    { timezone }: Project,
    { language, query, variables }: v.InferOutput<typeof HogQLMetadataNode>,
  ): Promise<Run<HogQLMetadataTypes>> {
    const names = Object.values(variables ?? {}).map((variable) => (variable as { code_name?: unknown }).code_name);
    const { errors, tables } = checkSql(query, { timezone, isExpression: language === "hogQLExpr", variables: names });
    return { isValid: errors.length === 0, errors, warnings: [], notices: [], query, table_names: tables };
  },
});
