/** Words that are never names without quotes. */
const RESERVED = new Set(
  `select from where group having order limit offset union intersect except with window join inner left right full cross
  array prewhere on using as and or in is like ilike between when then else end case asc desc by all distinct values
  final sample settings format qualify global any asof semi anti natural`.split(/\s+/),
);

/** Reserved words that are also functions. */
const CALLABLE = new Set("any left right format array in like ilike and or".split(" "));

/** Is the word before a parenthesis a function? */
export function isCallable(word: string): boolean {
  return !isReserved(word) || CALLABLE.has(word.toLowerCase());
}

/** Has the word a place of its own in the grammar, so that it is no name without quotes? */
export function isReserved(word: string): boolean {
  return RESERVED.has(word.toLowerCase());
}
