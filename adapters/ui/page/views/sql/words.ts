/** Words with a place of their own in the grammar (`lib/hogql/language/keywords.ts`; a test compares them), those of a SELECT first. */
export const KEYWORDS =
  `select from where group by having order limit offset join left inner right full cross on using as and or not in like ilike between
is null case when then else end distinct union all intersect except with asc desc window over partition array prewhere values final
sample settings format qualify global any asof semi anti natural true false`.split(/\s+/);
