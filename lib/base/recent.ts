/** Keeps the values of the last `most` keys. */
export function createRecent<T, Key = string>(most: number): { get(key: Key, make: (key: Key) => T): T } {
  const known = new Map<Key, T>();
  return {
    get(key, make) {
      const found = known.get(key);
      if (found !== undefined || known.has(key)) return found as T;
      const made = make(key);
      if (known.size >= most) known.delete(known.keys().next().value as Key);
      known.set(key, made);
      return made;
    },
  };
}

/** A function that computes each of its last `most` results once. */
export function remember<T, Key = string>(most: number, compute: (key: Key) => T): (key: Key) => T {
  const recent = createRecent<T, Key>(most);
  return (key) => recent.get(key, compute);
}
