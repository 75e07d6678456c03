import { toUuidBytes } from "../../base/ids.ts";
import { findEventSeq } from "../../log/index.ts";
import { toJson, toStorableText } from "../../storage/index.ts";
import { rest, step } from "./batch.ts";
import type { Batch } from "./batch.ts";
import { addDeleted } from "./task.ts";
import type { Task } from "./task.ts";

/** The owner meant by a distinct id's mentions until a time (epoch ms). */
interface Owner {
  /** Undefined = no task. */
  task: Task | undefined;
  untilMs: number;
}

/** Distinct ids whose mentions are deleted, by project and text. */
export class Mentions {
  readonly #texts = new Map<number, Map<string, Owner>>();

  /** Adds an id; of two entries for an id, the later end counts. */
  add(projectId: number, text: string, owner: Owner): void {
    let texts = this.#texts.get(projectId);
    if (texts === undefined) this.#texts.set(projectId, (texts = new Map()));
    const known = texts.get(text);
    if (known === undefined || known.untilMs < owner.untilMs) texts.set(text, owner);
  }

  /** Finds the owner of a text within a value, at any depth; undefined = the value mentions no deleted person. */
  find(projectId: number, value: unknown, atMs: number): Owner | undefined {
    if (typeof value === "string") {
      const owner = this.#texts.get(projectId)?.get(toStorableText(value));
      return owner !== undefined && atMs <= owner.untilMs ? owner : undefined;
    }
    if (typeof value !== "object" || value === null) return undefined;
    for (const inner of Object.values(value)) {
      const owner = this.find(projectId, inner, atMs);
      if (owner !== undefined) return owner;
    }
    return undefined;
  }

  /** Removes what `find` finds: list items are left out, fields become null. */
  without(projectId: number, value: unknown, atMs: number): unknown {
    const isMention = (inner: unknown) => typeof inner === "string" && this.find(projectId, inner, atMs) !== undefined;
    if (Array.isArray(value)) {
      return value.filter((inner) => !isMention(inner)).map((inner) => this.without(projectId, inner, atMs));
    }
    if (typeof value !== "object" || value === null) return isMention(value) ? null : value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.without(projectId, inner, atMs)]));
  }
}

interface WarningRow {
  id: number;
  distinct_id: string | null;
  details: string;
  timestamp: number;
  event_uuid: string | null;
}

/** Deletes warnings that quote a deleted distinct id, or are about deleted events. */
export async function forgetWarnings(batch: Batch, tasks: readonly Task[], mentions: Mentions): Promise<void> {
  const { db } = batch.ctx;
  for (const projectId of new Set(tasks.map((task) => task.projectId))) {
    // A project keeps about a thousand.
    await step(batch, () => {
      const rows = db
        .sql<WarningRow>(
          `SELECT id, distinct_id, details, timestamp, event_uuid FROM ingestion_warnings WHERE project_id = ?`,
        )
        .all(projectId);
      for (const { id, distinct_id, details, timestamp, event_uuid: uuid } of rows) {
        const isStale = uuid !== null && findEventSeq(db, projectId, toUuidBytes(uuid)) === undefined;
        const owner = mentions.find(projectId, [distinct_id, JSON.parse(details)], timestamp);
        if (owner === undefined && !isStale) continue;
        db.sql("DELETE FROM ingestion_warnings WHERE id = ?").run(id);
        const task = owner?.task ?? tasks.find((each) => each.projectId === projectId);
        if (task !== undefined) addDeleted(db, task, "ingestion_warnings", 1);
      }
    });
    await rest(batch);
  }
}

/** Entries in one transaction. More entries make captures wait for longer. */
const CHUNK = 500;

/** Entries about splits stay, without deleted distinct ids. */
export async function forgetActivity(batch: Batch, mentions: Mentions): Promise<void> {
  const { db } = batch.ctx;
  for (let last = 0; ; await rest(batch)) {
    const rows = db
      .sql<{ id: number; project_id: number; detail: string; created_at: number }>(
        `SELECT id, project_id, detail, created_at FROM activity_log
         WHERE id > ? AND scope = 'Person' AND activity = 'split_person' ORDER BY id LIMIT ?`,
      )
      .all(last, CHUNK);
    await step(batch, () => {
      for (const { id, project_id: projectId, detail, created_at: atMs } of rows) {
        const entry = JSON.parse(detail) as unknown;
        const owner = mentions.find(projectId, entry, atMs);
        if (owner === undefined) continue;
        db.sql("UPDATE activity_log SET detail = ? WHERE id = ?").run(
          toJson(mentions.without(projectId, entry, atMs)),
          id,
        );
        if (owner.task !== undefined) addDeleted(db, owner.task, "activity_log", 1);
      }
    });
    last = rows.at(-1)?.id ?? last;
    if (rows.length < CHUNK) return;
  }
}
