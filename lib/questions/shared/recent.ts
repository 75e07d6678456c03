/** Keeps the values that were made for the last `most` keys: a dashboard asks for the same ones again and again. */
export function createRecent<T>(most: number): { get(key: string, make: () => T): T } {
  const known = new Map<string, T>();
  return {
    get(key, make) {
      const found = known.get(key);
      if (found !== undefined) return found;
      const made = make();
      if (known.size >= most) known.delete(known.keys().next().value as string);
      known.set(key, made);
      return made;
    },
  };
}
