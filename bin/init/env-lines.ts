import type { Change } from "./change.ts";

/**
 * Adds variables to the text of an env file. A variable with another value stays, unless `isForced`.
 * @param text null = there is no file
 */
export function addEnvLines(
  file: string,
  text: string | null,
  variables: Readonly<Record<string, string>>,
  isForced: boolean,
): Change {
  let content = text ?? "";
  const says: string[] = [];
  for (const [name, value] of Object.entries(variables)) {
    const line = `${name}=${value}`;
    const found = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=(.*)$`, "m").exec(content);
    const old = found === null ? null : (found[1] ?? "").trim().replace(/^(["'])(.*)\1$/, "$2");
    if (old === value) continue;
    if (found === null) {
      content += `${content === "" || content.endsWith("\n") ? "" : "\n"}${line}\n`;
      says.push(`adds ${line}`);
    } else if (isForced) {
      content = content.slice(0, found.index) + line + content.slice(found.index + found[0].length);
      says.push(`replaces ${name}=${old} by ${value}`);
    } else {
      says.push(`keeps ${name}=${old}; hoglet's is ${value} (--force replaces it)`);
    }
  }
  return { file, says, content: content === (text ?? "") ? null : content };
}
