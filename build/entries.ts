/** What users import: the path after `hoglet`, and the door behind it. */
export const ENTRIES: Record<string, string> = {
  index: "lib/index.ts",
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

/** Vitest is an ES module that refuses to be required, so what imports it has this form alone. */
export const VITEST_ENTRY = { "testing/vitest": "adapters/testing/vitest.ts" };
