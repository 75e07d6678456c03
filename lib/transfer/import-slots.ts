/**
 * Imports of a handle at the same time. SQLite attaches ten databases to a connection, and two are reserved for other
 * uses. Each import takes up to 50 MB.
 */
const MAX_OPEN = 8;

/** The imports that a handle runs at the same time. */
export interface ImportSlots {
  open: number;
  /** Imports that wait for a slot, in the order of arrival. */
  waiting: (() => void)[];
}

/** Creates the slots of a handle; all are free. */
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
