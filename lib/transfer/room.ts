import type { Db } from "../storage/index.ts";

/**
 * Imports of a handle at once. SQLite attaches ten databases to a connection, and two are left to others; each takes up to
 * 50 MB.
 */
const MAX_OPEN = 8;

interface Room {
  open: number;
  /** Who waits for a place, first come first served. */
  waiting: (() => void)[];
}

const rooms = new WeakMap<Db, Room>();

/** Resolves when there is a place for another import; call what it gives once, to hand the place on. */
export async function enterRoom(db: Db): Promise<() => void> {
  const room = rooms.get(db) ?? { open: 0, waiting: [] };
  rooms.set(db, room);
  if (room.open >= MAX_OPEN) await new Promise<void>((resolve) => room.waiting.push(resolve));
  else room.open += 1;
  return () => {
    const next = room.waiting.shift();
    if (next === undefined) room.open -= 1;
    else next();
  };
}
