/** Keeps the values that were made for the last `most` keys, which are asked for again and again. */
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

/** The same function, which computes a result once for each of its last `most` arguments. */
export function remember<T, Key = string>(most: number, compute: (key: Key) => T): (key: Key) => T {
  const recent = createRecent<T, Key>(most);
  return (key) => recent.get(key, compute);
}
