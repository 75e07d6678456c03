import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { indexSteps, storeIndexSteps } from "../../../../lib/engines/columns/actor-index/index-steps.ts";
import { findIndex } from "../../../../lib/engines/columns/actor-index/indexed-rows.ts";
import { isInMemory, removeDrafts, removeStored } from "../../../../lib/engines/columns/actor-index/stored-index.ts";
import { createPeople } from "../../../../lib/engines/columns/entities/people.ts";
import { openExecution } from "../../../../lib/engines/columns/execution.ts";
import { PeerLost } from "../../../../lib/engines/columns/group/worker-group.ts";
import { projectBlock } from "../../../../lib/engines/columns/index.ts";
import { BLOCK_SIZE } from "../../../../lib/engines/columns/log/segment.ts";
import { createStore } from "../../../../lib/engines/columns/log/store.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { seeds } from "../../../support/rounds.ts";
import { openFile } from "../../host/open-file.ts";
import { addEvents, disturb, skip } from "../random-log.ts";
import { ALWAYS, readRows, toText } from "./read-rows.ts";

/** Memory in which an actor index of some hundred rows has no room. */
const SMALL = 2000;

/** Opens the stores of a new process. */
function openStores(db: Db, budgetBytes: number, chunkRows: number) {
  const store = createStore(db, { budgetBytes, isIndexDeferred: true, storing: { leastRows: 1, chunkRows } });
  return { db, store, peopleStore: createPeople(db) };
}

type Stores = ReturnType<typeof openStores>;

function find(stores: Stores, projectId: number) {
  const execution = openExecution(stores.db, { ...stores, projectId, sessionRange: ALWAYS });
  return findIndex(execution, ALWAYS, () => true);
}

/** The rows that a question of the stores reads, and those without any actor index. */
function compare(stores: Stores, projectId: number, story: string): void {
  const about = { projectId, sessionRange: ALWAYS };
  const { db, peopleStore } = stores;
  const store = createStore(db, { isIndexDeferred: true });
  // Otherwise it would find the file, too.
  store.actorIndexes.open = () => null;
  const fresh = openExecution(db, { store, peopleStore, ...about });
  const wanted = toText(readRows(fresh, ALWAYS, []), []);
  assert.is(toText(readRows(openExecution(db, { ...stores, ...about }), ALWAYS, []), []), wanted, story);
}

/** A file with some full blocks of two projects, all in columns. */
function openBlocks(seed: number) {
  const opened = openFile(seed);
  const { db, projects, random } = opened;
  const [project] = projects;
  assert.ok(project);
  const addBlock = () => {
    addEvents(db, project, random, 60);
    skip(db, BLOCK_SIZE);
    while (projectBlock(db));
  };
  for (let block = 0; block < 3; block++) addBlock();
  return {
    ...opened,
    project,
    addBlock,
    files: () => readdirSync(dirname(opened.file)).filter((name) => name.includes("-actors-")),
  };
}

/** Files that this process has open; 0 where the system does not tell. */
function countOpenFiles(): number {
  return existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0;
}

const stored = suite("a stored actor index");

stored(
  "gives the rows that are found without one, in memory and from its file, after merges, deletions and new blocks",
  () => {
    const used = { file: 0, memory: 0 };
    const played = seeds(1, 8);
    for (const seed of played) {
      const { db, project, random, addBlock, remove } = openBlocks(seed);
      const open = () => openStores(db, random.pick([SMALL, 2 ** 28]), random.pick([1, 10, 100]));
      let stores = open();
      for (let round = 0; round < 8; round++) {
        if (random.chance(0.4)) addBlock();
        if (random.chance(0.4)) disturb(db, project, random);
        if (random.chance(0.3)) addEvents(db, project, random, 10);
        if (random.chance(0.3)) stores = open();
        while (projectBlock(db));
        for (const _ of random.chance(0.5) ? storeIndexSteps(stores, project.id) : indexSteps(stores));
        for (let turn = 0; turn < 2; turn++) {
          const found = find(stores, project.id);
          if (found !== null) used[isInMemory(found) ? "memory" : "file"]++;
          compare(stores, project.id, `seed ${seed}, round ${round}, turn ${turn}`);
          for (const _ of indexSteps(stores));
        }
      }
      remove();
    }
    assert.ok(used.file > 4 * played.length && used.memory > played.length, JSON.stringify(used));
  },
);

stored(
  "is found by the first question of a process, and read into memory between questions where there is room",
  () => {
    const { db, file, project, files, remove } = openBlocks(1);
    for (const _ of storeIndexSteps(openStores(db, SMALL, 10), project.id));
    assert.equal(files(), [`a.db-actors-${project.id}`]);
    for (const [budgetBytes, isKept] of [
      [SMALL, false],
      [2 ** 28, true],
    ] as const) {
      const stores = openStores(db, budgetBytes, 10);
      const actorIndex = find(stores, project.id);
      assert.ok(actorIndex?.stored);
      assert.is(isInMemory(actorIndex), false);
      compare(stores, project.id, "first");
      for (const _ of indexSteps(stores));
      assert.is(isInMemory(find(stores, project.id) ?? actorIndex), isKept);
      if (isKept) removeStored(file);
      compare(stores, project.id, "without the file");
    }
    remove();
  },
);

stored("is written again once an eighth of the rows is new; in memory a new block is taken in sooner", () => {
  const { db, file, project, random, remove } = openBlocks(7);
  const stores = openStores(db, 2 ** 28, 10);
  const path = `${file}-actors-${project.id}`;
  const askOften = () => {
    for (let asking = 0; asking < 100; asking++) {
      find(stores, project.id);
      for (const _ of indexSteps(stores));
    }
    return stores.store.actorIndexes.open({ projectId: project.id, segments: [] })?.segmentCount;
  };
  const addBlock = (events: number) => {
    addEvents(db, project, random, events);
    skip(db, BLOCK_SIZE);
    while (projectBlock(db));
  };
  const blocks = [askOften() ?? NaN];
  const first = readFileSync(path);
  addBlock(3);
  blocks.push(askOften() ?? NaN);
  assert.ok(readFileSync(path).equals(first));
  addBlock(100);
  blocks.push(askOften() ?? NaN);
  assert.not.ok(readFileSync(path).equals(first));
  assert.ok(
    blocks.every((count, at) => at === 0 || count > (blocks[at - 1] ?? NaN)),
    String(blocks),
  );
  compare(stores, project.id, "grown");
  remove();
});

stored("a damaged byte anywhere in the file changes no answer, and the file goes", () => {
  const { db, file, project, random, remove } = openBlocks(2);
  const path = `${file}-actors-${project.id}`;
  for (const _ of storeIndexSteps(openStores(db, SMALL, 10), project.id));
  const whole = readFileSync(path);
  const directoryAt = whole.readDoubleLE(16);
  let removed = 0;
  for (let flip = 0; flip < 40; flip++) {
    const damaged = Buffer.from(whole);
    // The bytes 12 to 15 say nothing.
    const at = flip < 24 ? flip + (flip < 12 ? 0 : 4) : random.integer(32, whole.length - 1);
    damaged.writeUInt8((whole[at] ?? 0) ^ (1 << random.integer(0, 7)), at);
    writeFileSync(path, damaged);
    const stores = openStores(db, SMALL, 10);
    try {
      compare(stores, project.id, `byte ${at}`);
    } catch (error) {
      if (!(error instanceof PeerLost)) throw error;
      compare(stores, project.id, `byte ${at}, asked again`);
    }
    // A chunk of ids without an actor is never read.
    if (at < 32 || at >= directoryAt) assert.is(existsSync(path), false, `byte ${at}`);
    if (!existsSync(path)) removed++;
  }
  assert.ok(removed > 30, `${removed} removed`);
  remove();
});

stored("is given up when its file was cut off, or is of another database", () => {
  const one = openBlocks(3);
  const other = openBlocks(4);
  for (const { db, project } of [one, other]) {
    for (const _ of storeIndexSteps(openStores(db, SMALL, 10), project.id));
  }
  const path = `${one.file}-actors-${one.project.id}`;
  const [own, foreign] = [readFileSync(path), readFileSync(`${other.file}-actors-${other.project.id}`)];
  const huge = Buffer.from(own);
  huge.writeDoubleLE(2 ** 32 - 4, 24);
  for (const bytes of [own.subarray(0, -1), own.subarray(0, 20), Buffer.alloc(0), foreign, huge]) {
    writeFileSync(path, bytes);
    assert.is(find(openStores(one.db, SMALL, 10), one.project.id), null);
    assert.is(existsSync(path), false);
  }
  one.remove();
  other.remove();
});

stored("leaves no unfinished file when it is given up, and none of any project after an erasure", () => {
  const { db, file, project, files, remove } = openBlocks(5);
  const steps = storeIndexSteps(openStores(db, SMALL, 1), project.id);
  while (files().length === 0) steps.next();
  assert.match(files().join(), new RegExp(`^a\\.db-actors-${project.id}\\.new-${process.pid}-\\w+$`));
  steps.return();
  assert.equal(files(), []);
  for (const _ of storeIndexSteps(openStores(db, SMALL, 10), project.id));
  const other = spawnSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" }).stdout.trim();
  // Drafts of this process, of an ended one and of a running one; and no actor index at all.
  for (const end of [process.pid, other, 1]) writeFileSync(`${file}-actors-7.new-${end}-ab`, "");
  writeFileSync(`${file}-actors-eu`, "");
  removeDrafts(file);
  const left = [`a.db-actors-${project.id}`, "a.db-actors-7.new-1-ab", "a.db-actors-eu"];
  assert.equal(files().toSorted(), left.toSorted());
  removeStored(file);
  assert.equal(files(), ["a.db-actors-eu"]);
  assert.ok(existsSync(file));
  remove();
});

stored("is tried again only with more rows where the file system refuses, and questions go on without it", () => {
  const { db, file, project, files, remove } = openBlocks(6);
  mkdirSync(`${file}-actors-${project.id}`);
  const stores = openStores(db, SMALL, 10);
  for (const _ of storeIndexSteps(stores, project.id));
  assert.equal(files(), [`a.db-actors-${project.id}`]);
  compare(stores, project.id, "without");
  const { rows } = db
    .sql<{ rows: number }>("SELECT sum(rows) AS rows FROM segments WHERE project_id = ?")
    .get(project.id) ?? { rows: NaN };
  assert.is(stores.store.actorIndexes.placeOf(project.id, rows), null);
  assert.ok(stores.store.actorIndexes.placeOf(project.id, rows * 1.2));
  remove();
});

stored("that was cut off after it was opened leaves no file open", () => {
  const { db, file, project, remove } = openBlocks(3);
  const path = `${file}-actors-${project.id}`;
  for (const _ of storeIndexSteps(openStores(db, SMALL, 10), project.id));
  const stores = openStores(db, SMALL, 10);
  compare(stores, project.id, "whole");
  const before = countOpenFiles();
  writeFileSync(path, readFileSync(path).subarray(0, 20));
  assert.throws(
    () => compare(stores, project.id, "cut off"),
    (error: unknown) => error instanceof PeerLost,
  );
  compare(stores, project.id, "asked again");
  assert.is(countOpenFiles(), before);
  assert.is(existsSync(path), false);
  remove();
});

stored("is not that of another file at its path: neither rows are mixed, nor does the other file go", () => {
  const { db, file, project, random, remove } = openBlocks(8);
  const path = `${file}-actors-${project.id}`;
  for (const _ of storeIndexSteps(openStores(db, SMALL, 10), project.id));
  const stores = openStores(db, SMALL, 10);
  compare(stores, project.id, "first");
  addEvents(db, project, random, 200);
  skip(db, BLOCK_SIZE);
  while (projectBlock(db));
  for (const _ of storeIndexSteps(openStores(db, SMALL, 7), project.id));
  const newer = readFileSync(path);
  assert.throws(
    () => compare(stores, project.id, "replaced"),
    (error: unknown) => error instanceof PeerLost,
  );
  compare(stores, project.id, "asked again");
  assert.ok(readFileSync(path).equals(newer));
  remove();
});

stored("is named by every segment of its project: also where another project has none in a block", () => {
  const { db, file, projects, project, random, remove } = openBlocks(9);
  const [, other] = projects;
  assert.ok(other);
  addEvents(db, other, random, 50);
  skip(db, BLOCK_SIZE);
  while (projectBlock(db));
  assert.ok(
    Number(db.sql("SELECT count(*) FROM segments WHERE rows = 0").pluck().get()) > 0,
    "a project has no rows in a block",
  );
  for (const one of [project, other]) {
    const stores = openStores(db, SMALL, 10);
    for (const _ of storeIndexSteps(stores, one.id));
    assert.ok(existsSync(`${file}-actors-${one.id}`), `project ${one.id}`);
    compare(stores, one.id, `project ${one.id}`);
  }
  remove();
});

stored.run();
