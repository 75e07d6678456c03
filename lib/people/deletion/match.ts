import { toUuidBytes } from "../../base/ids.ts";
import { eventNames, findEventSeq } from "../../log/index.ts";
import type { LogHead } from "../../log/index.ts";
import type { Db } from "../../storage/index.ts";
import type { Task } from "./task.ts";

/** The oldest task that deletes an event; undefined = it stays. */
export type Match = (head: LogHead) => Task | undefined;

/** Compiles the tasks of a run into one test. */
export function createMatch(db: Db, tasks: readonly Task[]): Match {
  const byOrdinal = new Map<number, Task[]>();
  const byName = new Map<number, Task[]>();
  const bySeq = new Map<number, Task[]>();
  const before: { task: Task; beforeMs: number }[] = [];
  for (const task of tasks) {
    for (const ordinal of task.reaches.keys()) add(byOrdinal, ordinal, task);
    if (task.kind === "events_by_name") add(byName, eventNames(db, task.projectId).idOf(task.key), task);
    if (task.kind === "event") add(bySeq, findSeq(db, task), task);
    if (task.kind === "events_before") before.push({ task, beforeMs: Date.parse(task.key) });
  }
  const hasSeqs = bySeq.size > 0;

  return ({ seq, projectId, ordinal, nameId, timestampMs }) => {
    let oldest: Task | undefined;
    for (const task of byOrdinal.get(ordinal) ?? NONE) {
      if (seq <= (task.reaches.get(ordinal)?.[0] ?? 0)) oldest = older(task, oldest);
    }
    for (const task of byName.get(nameId) ?? NONE) if (seq <= task.untilSeq) oldest = older(task, oldest);
    if (hasSeqs) for (const task of bySeq.get(seq) ?? NONE) if (seq <= task.untilSeq) oldest = older(task, oldest);
    for (const { task, beforeMs } of before) {
      const isBefore = task.projectId === projectId && timestampMs < beforeMs;
      if (isBefore && seq <= task.untilSeq) oldest = older(task, oldest);
    }
    return oldest;
  };
}

const NONE: readonly Task[] = [];

function older(task: Task, oldest: Task | undefined): Task {
  return oldest === undefined || task.id < oldest.id ? task : oldest;
}

function add(map: Map<number, Task[]>, key: number | undefined, task: Task): void {
  if (key === undefined) return;
  const tasks = map.get(key);
  if (tasks === undefined) map.set(key, [task]);
  else tasks.push(task);
}

function findSeq(db: Db, { projectId, key }: Task): number | undefined {
  return findEventSeq(db, projectId, toUuidBytes(key));
}
