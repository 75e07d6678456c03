import type { BlockPlace, Damage } from "../columns/index.ts";
import type { DamagedPlace } from "../../log/index.ts";
import type { Logger } from "../../base/log.ts";

export interface Mender {
  /** Logs the damage and has the block's columns made again, unless that is running. */
  mend(damage: Damage): void;
}

/**
 * Makes the mender of a handle.
 * @param remake makes the columns of a block again; when it cannot, it returns the unreadable places of the log
 */
export function createMender(log: Logger, remake: (place: BlockPlace) => Promise<DamagedPlace[]>): Mender {
  const pending = new Set<string>();
  const mendOne = async (place: BlockPlace) => {
    const fields = { project_id: place.projectId, block: place.block };
    try {
      const [damaged] = await remake(place);
      if (damaged === undefined) return true;
      const detail = { ...fields, seq: damaged.seq, uuid: damaged.uuid };
      log.warn(
        "The columns of a segment are damaged, and so is the event log they are made of: run `hoglet doctor`.",
        detail,
      );
    } catch (error) {
      log.warn("The columns of a segment could not be made again: run `hoglet doctor`.", {
        ...fields,
        error: String(error),
      });
    }
    return false;
  };
  return {
    mend({ column, ...place }) {
      const name = `${place.projectId}:${place.block}`;
      if (pending.has(name)) return;
      pending.add(name);
      log.warn("A stored column is damaged. Questions read the event log instead; the segment is made again.", {
        project_id: place.projectId,
        block: place.block,
        column: column ?? "the segment's directory",
      });
      // A failed block stays pending until the process starts again, so that not every question tries.
      void mendOne(place).then((isDone) => isDone && pending.delete(name));
    },
  };
}
