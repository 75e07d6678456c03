import * as v from "valibot";
import { Count, Described, Instant, Uuid } from "../../base/answer-scalars.ts";

const Reasons = v.record(v.string(), Count);

/** An import that came by HTTP. */
export const Import = v.pipe(
  v.object({
    id: Uuid,
    state: v.picklist(["uploading", "uploaded", "reading", "ready", "storing", "done", "failed"]),
    created_at: Instant,
    files: v.array(v.object({ name: v.string(), size_bytes: Count })),
    found: v.nullable(
      v.object({
        from: v.string(),
        kind: v.string(),
        files: Count,
        size_bytes: v.nullable(Count),
        map: v.nullable(v.string()),
      }),
    ),
    progress: v.nullable(
      v.object({
        done: Count,
        total: v.nullable(Count),
        read_bytes: Count,
        size_bytes: v.nullable(Count),
        per_second: Count,
      }),
    ),
    preview: v.nullable(
      v.object({
        events: v.nullable(Count),
        persons: v.nullable(Count),
        links: Count,
        skipped: Reasons,
        bad_records: Count,
        passed_over: v.array(v.string()),
        sample: v.array(Described),
      }),
    ),
    bad: v.array(v.object({ file: v.string(), line: Count, reason: v.string() })),
    counts: v.nullable(
      v.object({
        events: Count,
        known: Count,
        repeated: Count,
        links: Count,
        persons: Count,
        groups: Count,
        skipped: Reasons,
        bad_records: Count,
        shared_devices: Count,
        contradicting: Count,
      }),
    ),
    error: v.nullable(v.object({ code: v.string(), detail: v.string(), attr: v.nullable(v.string()) })),
  }),
  v.examples([
    {
      id: "0190a111-0000-7000-8000-000000000001",
      state: "uploaded",
      created_at: "2024-05-02T10:00:00Z",
      files: [{ name: "export.zip", size_bytes: 2048 }],
      found: null,
      progress: null,
      preview: null,
      bad: [],
      counts: null,
      error: null,
    },
  ]),
);

export const ImportList = v.object({ results: v.array(Import) });
