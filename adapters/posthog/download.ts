import { existsSync } from "node:fs";
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";

type Row = Record<string, unknown>;
type Kind = "events" | "persons";

/** A pull's answers on disk, as the files of a batch export. */
export interface Download {
  /** The folder with nothing but the files. */
  files: string;
  /** Null = all are there. */
  next(kind: Kind): string | null;
  /** Writes a page, then its place: after a kill in between the page is written again. */
  add(kind: Kind, rows: Row[], next: string | null): Promise<void>;
  counts(): Record<Kind, number>;
  close(): Promise<void>;
  remove(): Promise<void>;
}

/** A place in both lists. `bytes` = length of the files, which may end with part of a page. */
interface State {
  first: Record<Kind, string>;
  next: Record<Kind, string | null>;
  bytes: Record<Kind, number>;
  counts: Record<Kind, number>;
}

/**
 * A pull from another place, or of other events, begins at its first page.
 * @param first URLs of the first pages
 */
export async function openDownload(folder: string, first: Record<Kind, string>): Promise<Download> {
  const place = join(folder, "state.json");
  const files = join(folder, "files");
  let state = await readState(place);
  if (state === null || keyOf(state.first) !== keyOf(first)) {
    await rm(folder, { recursive: true, force: true });
    state = { first, next: { ...first }, bytes: { events: 0, persons: 0 }, counts: { events: 0, persons: 0 } };
  }
  const now = state;
  // Persons' data: for the user alone.
  await mkdir(files, { recursive: true, mode: 0o700 });
  const handles = { events: await openAt("events"), persons: await openAt("persons") };

  async function openAt(kind: Kind): Promise<FileHandle> {
    const path = join(files, `${kind}.jsonl`);
    const handle = await open(path, existsSync(path) ? "r+" : "w+", 0o600);
    await handle.truncate(now.bytes[kind]);
    return handle;
  }
  const append = async (kind: Kind, rows: Row[]) => {
    const text = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    await handles[kind].write(text, 0, text.length, now.bytes[kind]);
    now.bytes[kind] += text.length;
  };
  return {
    files,
    next: (kind) => now.next[kind],
    async add(kind, rows, next) {
      await append(kind, kind === "events" ? rows : rows.flatMap((row) => toOwnerRows(row)));
      if (kind === "events") await append("persons", rows.flatMap(toEventOwner));
      now.next[kind] = next;
      now.counts[kind] += rows.length;
      await writeFile(`${place}.new`, JSON.stringify(now), { mode: 0o600 });
      await rename(`${place}.new`, place);
    },
    counts: () => ({ ...now.counts }),
    async close() {
      await handles.events.close();
      await handles.persons.close();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The range ends at the first start, also when it is started again. */
function keyOf(first: Record<Kind, string>): string {
  return `${first.persons} ${first.events.replace(/&before=.*$/, "")}`;
}

async function readState(place: string): Promise<State | null> {
  try {
    return JSON.parse(await readFile(place, "utf8")) as State;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** A person of the API as rows of a batch export, one a distinct id. */
function toOwnerRows({ uuid, id, distinct_ids: ids, properties, created_at }: Row): Row[] {
  const owner = uuid ?? id;
  return (Array.isArray(ids) ? (ids as unknown[]) : []).map((distinct_id) => ({
    distinct_id,
    person_id: owner,
    person_version: 1,
    person_distinct_id_version: 1,
    properties,
    created_at,
  }));
}

/** Lists of persons show ten ids each: an event tells the owner of the others. */
function toEventOwner({ distinct_id, person, person_id: personId, properties }: Row): Row[] {
  const { uuid, id } = (person ?? {}) as Row;
  const owner = uuid ?? id ?? personId;
  const isPersonless = (properties as Row | undefined)?.["$process_person_profile"] === false;
  if (isPersonless || (typeof owner !== "string" && typeof owner !== "number")) return [];
  return [
    {
      distinct_id,
      person_id: owner,
      person_version: 0,
      person_distinct_id_version: 0,
      properties: {},
      created_at: null,
    },
  ];
}
