import { createRandom } from "../../../fixtures/random.ts";
import type { Random } from "../../../fixtures/random.ts";
import type { ProjectSettings } from "../../../lib/questions/shared/project-settings.ts";
import { openDatabase } from "../../../lib/log/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { openLog } from "../columns/random-log.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** A file with a random log, open. */
export interface OpenFile {
  db: Db;
  file: string;
  projects: ProjectSettings[];
  random: Random;
  /** Closes and deletes the file; close the engine's thread before. */
  remove(): void;
}

/** Makes a file with two projects of random events. */
export function openFile(seed: number): OpenFile {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const db = openDatabase({ file, durability: "normal" });
  const random = createRandom(seed);
  const projects = openLog(db, random);
  return {
    db,
    file,
    projects,
    random,
    remove() {
      db.close();
      folder.remove();
    },
  };
}
