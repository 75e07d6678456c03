import { createHoglet } from "../../../lib/index.ts";
import type { Hoglet } from "../../../lib/index.ts";

/** Captured before a test asks. */
export interface TableData {
  now: string;
  persons?: { distinct_ids: string[]; properties?: object; created_at?: string }[];
  groups?: { group_type_index: number; group_key: string; properties?: object }[];
  events?: { event: string; distinct_id: string; timestamp: string; properties?: object }[];
}

/** An answer over HTTP. */
export interface TableReply {
  status: number;
  body: Record<string, never> & { results: unknown[][] } & Record<string, unknown>;
}

/** Opens a hoglet with data, and asks it over HTTP. */
export async function openTables({ now, persons = [], groups = [], events = [] }: TableData): Promise<{
  hoglet: Hoglet;
  ask(query: object): Promise<TableReply>;
}> {
  const hoglet = await createHoglet({ now: () => Date.parse(now) });
  const lines = [
    ...persons.map((person) => ({ kind: "person", created_at: now, ...person })),
    ...groups.map((group) => ({ kind: "group", ...group })),
    ...events.map((event) => ({ kind: "event", ...event })),
  ];
  await hoglet.import(
    lines.map((line) => JSON.stringify(line)),
    { persons: "given" },
  );
  return {
    hoglet,
    async ask(query) {
      const response = await hoglet.fetch(`http://hoglet.test/api/projects/${hoglet.project.id}/query/`, {
        method: "POST",
        headers: { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ query }),
      });
      return { status: response.status, body: (await response.json()) as TableReply["body"] };
    },
  };
}
