/**
 * Every word must be part of the name, in any letter case. For persons, "latest" leaves out names with "initial"
 * (reference/agents.md 5.2).
 */
export function compileNameSearch(search: string, { isPerson = false } = {}): (name: string) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isLatest = isPerson && words.includes("latest");
  const wanted = isLatest ? words.filter((word) => word !== "latest") : words;
  return (name) => {
    const lower = name.toLowerCase();
    return wanted.every((word) => lower.includes(word)) && !(isLatest && lower.includes("initial"));
  };
}
