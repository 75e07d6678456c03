/** Properties in the order for developers: the app's own first, then those of SDKs (`$…`), each by name. */
export function sortedProperties(properties: Readonly<Record<string, unknown>>): [key: string, value: unknown][] {
  return Object.entries(properties).toSorted(([left], [right]) => {
    const isOwnFirst = Number(left.startsWith("$")) - Number(right.startsWith("$"));
    return isOwnFirst === 0 ? left.localeCompare(right) : isOwnFirst;
  });
}
