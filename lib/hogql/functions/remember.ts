/** Results that are kept: a statement has few patterns, and a column of patterns must not fill the memory. */
const MAX_REMEMBERED = 100;

/** The same function, which computes a result once for each of its last arguments. */
export function remember<T>(compute: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = compute(key);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(key, made);
    return made;
  };
}
