/**
 * A handle's imports at a time: SQLite attaches ten databases to a connection, of which two are reserved. Each import
 * takes up to 50 MB.
 */
const MAX_OPEN = 8;

export interface ImportSlots {
  open: number;
  /** Imports that wait for a slot, in the order of arrival. */
  waiting: (() => void)[];
}

export function createImportSlots(): ImportSlots {
  return { open: 0, waiting: [] };
}

/** Resolves when another import may begin. Call the returned function once, to free the slot. */
export async function takeSlot(slots: ImportSlots): Promise<() => void> {
  if (slots.open >= MAX_OPEN) await new Promise<void>((resolve) => slots.waiting.push(resolve));
  else slots.open += 1;
  return () => {
    const next = slots.waiting.shift();
    if (next === undefined) slots.open -= 1;
    else next();
  };
}
