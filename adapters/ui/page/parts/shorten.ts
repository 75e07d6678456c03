/** A name with at most this number of letters; a cut parts no emoji, which are two units of a string and more. */
export function shorten(name: string, letters: number): string {
  if (name.length <= letters) return name;
  const all = [...name];
  return all.length <= letters ? name : `${all.slice(0, Math.max(1, letters - 1)).join("")}…`;
}
