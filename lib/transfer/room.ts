/**
 * Imports of a handle at the same time. SQLite attaches ten databases to a connection, and two are reserved for other
 * uses. Each import takes up to 50 MB.
 */
const MAX_OPEN = 8;

/** The imports of a handle. */
export interface ImportRoom {
  open: number;
  /** Imports that wait for a place, in the order of arrival. */
  waiting: (() => void)[];
}

/** Creates the room of a handle; no import is open. */
export function createImportRoom(): ImportRoom {
  return { open: 0, waiting: [] };
}

/** Resolves when another import may begin. Call the returned function once, to free the place. */
export async function enterRoom(room: ImportRoom): Promise<() => void> {
  if (room.open >= MAX_OPEN) await new Promise<void>((resolve) => room.waiting.push(resolve));
  else room.open += 1;
  return () => {
    const next = room.waiting.shift();
    if (next === undefined) room.open -= 1;
    else next();
  };
}
