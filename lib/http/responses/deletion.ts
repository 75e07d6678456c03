import * as v from "valibot";
import { Count, Id, Instant, Link } from "../../base/answer-scalars.ts";

const Copy = v.object({
  name: v.string(),
  /** When no file of the copy held a deleted row any more; null = not yet. */
  erased_at: v.nullable(Instant),
  /** Rows taken out of the copy's files, by table. */
  erased: v.nullable(v.record(v.string(), Count)),
  /** The project's events that stayed, counted in both stores. */
  kept: v.nullable(v.object({ database: Count, copy: Count })),
});

const Receipt = v.object({
  requested_by: v.looseObject({ kind: v.picklist(["key", "system"]) }),
  requested_at: Instant,
  cut_off: v.object({ seq: Count, at: Instant }),
  deleted: v.record(v.string(), Count),
  verified_at: Instant,
  uuids_sha256: v.string(),
  bytes: v.string(),
  copies: v.exactOptional(v.array(Copy)),
});

export const Deletion = v.pipe(
  v.object({
    id: Id,
    project_id: Id,
    kind: v.picklist(["person", "person_profile", "project", "events_by_name", "events_before", "event"]),
    key: v.string(),
    status: v.picklist(["pending", "running", "done"]),
    created_at: Instant,
    delete_verified_at: v.nullable(Instant),
    receipt: v.nullable(Receipt),
  }),
  v.examples([
    {
      id: 1,
      project_id: 1,
      kind: "events_by_name",
      key: "debug",
      status: "pending",
      created_at: "2024-05-02T10:00:00Z",
      delete_verified_at: null,
      receipt: null,
    },
  ]),
);

const [EXAMPLE] = v.getExamples(Deletion);

export const DeletionList = v.pipe(
  v.object({
    count: Count,
    next: Link,
    previous: Link,
    next_run_at: v.nullable(Instant),
    waiting: Count,
    results: v.array(Deletion),
  }),
  v.examples([
    { count: 1, next: null, previous: null, next_run_at: "2024-05-05T05:00:00Z", waiting: 1, results: [EXAMPLE] },
  ]),
);

/** The deletions that a run has finished. */
export const FinishedDeletions = v.pipe(v.object({ results: v.array(Deletion) }), v.examples([{ results: [EXAMPLE] }]));
