import type { ConfigKey } from "./parts.ts";

/** Values of `meta.metrics`, collected for an event. */
export interface Gauges {
  add(config: ConfigKey, input: Record<string, unknown>): void;
  /** Takes the collected values. */
  take(): { config: ConfigKey; values: Record<string, number> }[];
}

const MERGE: Record<string, (old: number, value: number) => number> = {
  sum: (old, value) => old + value,
  max: Math.max,
  min: Math.min,
};

/** Names of a config, for memory's sake. */
const MAX_NAMES = 100;

export function createGauges(): Gauges {
  const gathered = new Map<number, { config: ConfigKey; values: Map<string, number> }>();
  return {
    add(config, { name, kind, value }) {
      const merge = MERGE[String(kind)];
      if (merge === undefined || typeof name !== "string" || typeof value !== "number") return;
      const known = gathered.get(config.id) ?? { config, values: new Map<string, number>() };
      gathered.set(config.id, known);
      const old = known.values.get(name);
      if (old === undefined && known.values.size >= MAX_NAMES) return;
      known.values.set(name, old === undefined ? value : merge(old, value));
    },
    take() {
      const all = [...gathered.values()].map(({ config, values }) => ({ config, values: Object.fromEntries(values) }));
      gathered.clear();
      return all;
    },
  };
}
