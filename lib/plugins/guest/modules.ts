/**
 * Creates the `require` of plugins. Every form of import (whole, default, by name) gives the same object
 * (reference/plugins.md 4), so it holds itself as its default export.
 */
export function createRequire(provided: Record<string, object>): (name: string) => unknown {
  for (const module of Object.values(provided)) {
    Object.defineProperty(module, "__esModule", { value: true });
    Object.defineProperty(module, "default", { value: module, configurable: true });
  }
  const names = Object.keys(provided);
  return (name) => {
    const module = String(name).replace(/^node:/, "");
    if (names.includes(module)) return provided[module];
    throw new Error(`Cannot import "${name}": a plugin may import ${names.join(", ")}.`);
  };
}
