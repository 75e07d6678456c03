import type { FlagDefinition } from "./definition.ts";

/** Flags that its conditions name. */
export function dependenciesOf({ filters }: Pick<FlagDefinition, "filters">): number[] {
  const properties = (filters.groups ?? []).flatMap((condition) => condition.properties ?? []);
  return [...new Set(properties.filter(({ type }) => type === "flag").map(({ key }) => Number(key)))];
}

/** Flags on a way of dependencies, at most. The API refuses half of it; an import may hold more, which would cost stack. */
const MAX_DEPTH = 100;

/**
 * For each flag, all flags that it depends on in the order of evaluation, itself last. Null = one is missing, depends
 * on itself, or is more than 100 flags away. A flag that is off needs nothing.
 */
export function dependencyChains(definitions: readonly FlagDefinition[]): Map<number, readonly number[] | null> {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  const chains = new Map<number, readonly number[] | null>();
  const chainOf = (id: number, depth: number): readonly number[] | null => {
    const known = chains.get(id);
    if (known !== undefined) return known;
    const flag = byId.get(id);
    if (flag === undefined || depth > MAX_DEPTH) return null;
    // Until the chain is known: a flag that meets itself is in a ring.
    chains.set(id, null);
    const before = flag.active ? dependenciesOf(flag).map((needed) => chainOf(needed, depth + 1)) : [];
    const chain = before.includes(null) ? null : [...new Set(before.flatMap((part) => part ?? [])), id];
    chains.set(id, chain);
    return chain;
  };
  for (const { id } of definitions) chainOf(id, 0);
  return chains;
}
