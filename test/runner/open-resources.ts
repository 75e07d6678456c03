/** Tells which test file left something open that keeps the process alive. */
export function openResources(list: () => string[] = () => process.getActiveResourcesInfo()) {
  /** The resources that were open after each file. */
  const after: { file: string; kinds: string[] }[] = [];
  return {
    /** Call it after each file. */
    note(file: string): void {
      after.push({ file, kinds: list() });
    },
    /** Each kind of open resource, with the file since which at least as many have been open. */
    tell(): string {
      const now = list();
      return [...new Set(now)]
        .map((kind) => {
          const before = after.findLastIndex(({ kinds }) => count(kinds, kind) < count(now, kind));
          return `${count(now, kind)} × ${kind} since ${after[before + 1]?.file ?? "the last file ended"}`;
        })
        .join("\n");
    },
  };
}

function count(kinds: readonly string[], kind: string): number {
  return kinds.filter((each) => each === kind).length;
}
