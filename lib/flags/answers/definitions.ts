import { createHash } from "node:crypto";
import * as v from "valibot";
import { Count, describedElsewhere, Id } from "../../base/answer-scalars.ts";
import type { Project } from "../../admin/projects/index.ts";
import type { Context } from "../context.ts";
import { FlagSettings, toCohortIds } from "../evaluation/index.ts";
import type { FlagCohort, FlagCondition, FlagFilters, FlagProperty, PropertyGroup } from "../evaluation/index.ts";
import { flagSetOf } from "./flag-set.ts";
import type { FlagSet, SetFlag } from "./flag-sets.ts";
import { withoutCohort } from "./without-cohort.ts";

/** The settings by which a flag is evaluated. */
const Settings = v.omit(FlagSettings, ["archived", "is_remote_configuration", "tags"]);
const SETTINGS = Object.keys(Settings.entries) as (keyof typeof Settings.entries)[];

/** A flag as SDKs evaluate it (reference/agents.md 10.2). */
export const MinimalFlag = v.object({
  id: v.number(),
  team_id: Id,
  ...Settings.entries,
  key: v.string(),
  filters: describedElsewhere<FlagFilters>(),
  deleted: v.boolean(),
  has_encrypted_payloads: v.boolean(),
  version: Count,
});

export function toMinimal(projectId: number, flag: SetFlag): v.InferOutput<typeof MinimalFlag> {
  return {
    id: flag.shownId,
    team_id: projectId,
    ...(Object.fromEntries(SETTINGS.map((name) => [name, flag[name]])) as v.InferOutput<typeof Settings>),
    key: flag.key,
    filters: flag.filters,
    deleted: false,
    has_encrypted_payloads: false,
    version: flag.version,
  };
}

/**
 * The definitions of a project's flags for SDKs that evaluate flags themselves, as JSON text with its ETag. Made once for
 * each change.
 * @param withCohorts the cohorts of the flags are sent beside them; else a flag with a single simple cohort has it written
 * out
 */
export function flagDefinitions(
  ctx: Pick<Context, "db" | "flags" | "flagSets">,
  project: Pick<Project, "id" | "timezone">,
  withCohorts: boolean,
): { text: string; etag: string } {
  const set = flagSetOf(ctx, project);
  let sent = set.sent.get(withCohorts);
  if (sent === undefined) {
    const text = JSON.stringify(toDefinitions(project.id, set, withCohorts));
    const etag = `W/"${createHash("sha256").update(text).digest("hex").slice(0, 32)}"`;
    set.sent.set(withCohorts, (sent = { text, etag }));
  }
  return sent;
}

function toDefinitions(projectId: number, set: FlagSet, withCohorts: boolean) {
  const flags = set.flags.map((flag) => {
    const minimal = toMinimal(projectId, flag);
    const groups = withCohorts ? flag.filters.groups : withoutCohort(flag.filters.groups ?? [], set);
    return { ...minimal, filters: { ...flag.filters, groups: toKeyed(groups ?? [], set) } };
  });
  return {
    flags,
    group_type_mapping: Object.fromEntries([...set.groupIndexes].map(([type, index]) => [String(index), type])),
    cohorts: withCohorts ? cohortsIn(set) : {},
  };
}

/** Names the flags that conditions depend on by their keys, with the order in which to evaluate them. */
function toKeyed(conditions: readonly FlagCondition[], set: FlagSet): FlagCondition[] {
  return conditions.map((condition) => ({
    ...condition,
    properties: (condition.properties ?? []).map((property) =>
      property.type === "flag" ? keyed(property, set) : property,
    ),
  }));
}

function keyed(property: FlagProperty, { compiled, chains }: FlagSet): FlagProperty & { dependency_chain: string[] } {
  const id = Number(property.key);
  const keyOf = (flagId: number) => compiled.byId.get(flagId)?.key ?? String(flagId);
  return { ...property, key: keyOf(id), dependency_chain: (chains.get(id) ?? []).map(keyOf) };
}

/** Every cohort by properties that a flag reaches. */
function cohortsIn({ flags, cohort }: FlagSet): Record<string, PropertyGroup> {
  const found = new Map<number, FlagCohort | undefined>();
  const visit = (property: FlagProperty | PropertyGroup): void => {
    if ("values" in property) return property.values.forEach(visit);
    if (property.type !== "cohort") return;
    for (const id of toCohortIds(property.value)) {
      if (found.has(id)) continue;
      const known = cohort(id);
      found.set(id, known);
      if (known?.by === "properties") visit(known.group);
    }
  };
  for (const { filters } of flags) {
    for (const { properties } of filters.groups ?? []) properties?.forEach(visit);
  }
  const sent = [...found].flatMap(([id, known]) =>
    known?.by === "properties" ? [[String(id), known.group] as const] : [],
  );
  return Object.fromEntries(sent);
}
