import { languages } from "prism-code-editor/prism";
import { KEYWORDS } from "./words.ts";

/** The name under which the editor knows the language. */
export const HOGQL = "hogql";

// The package's own grammar of SQL takes columns such as `timestamp` for keywords. The flag g means that no token begins within it.
languages[HOGQL] = {
  comment: /\/\*[^]*?\*\/|--.*/g,
  string: /'(?:\\[^]|''|[^'\\])*'/g,
  identifier: /`(?:\\[^]|[^`\\])*`|"(?:\\[^]|[^"\\])*"/g,
  keyword: new RegExp(String.raw`(?<![.\w$])(?:${KEYWORDS.join("|")})(?![\w$])`, "i"),
  function: /(?<![.\w$])[a-z_]\w*(?=\s*\()/i,
  number: /(?<![\w$])\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w$])/i,
  operator: /[-+*/%=<>!|]+/,
};
