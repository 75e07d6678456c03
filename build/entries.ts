/** The imports of users: the path after `hoglet`, and its door. */
export const ENTRIES: Record<string, string> = {
  index: "lib/index.ts",
  clickhouse: "adapters/clickhouse/index.ts",
  engine: "lib/engine.ts",
  h3: "adapters/h3/index.ts",
  posthog: "adapters/posthog/index.ts",
  ui: "adapters/ui/index.ts",
  "testing/index": "adapters/testing/index.ts",
  "testing/jest": "adapters/testing/jest.ts",
  "testing/node": "adapters/testing/node.ts",
};

/** The name of an entry's file among the code, which lies in one folder. */
export function toCodeName(entry: string): string {
  return entry.replaceAll("/", "-");
}

/** Vitest is an ES module that cannot be required, so its entry has only this form. */
export const VITEST_ENTRY = { "testing/vitest": "adapters/testing/vitest.ts" };
