/**
 * Staged lines besides events. `claims` maps a distinct id to its person line. `definitions` holds the few lines of
 * other kinds as JSON; its `key` may occur once.
 */
export const LINE_TABLES = `
CREATE TABLE staging.persons (line INTEGER PRIMARY KEY, distinct_ids TEXT NOT NULL, properties TEXT NOT NULL,
  created_at INTEGER, is_identified INTEGER);
CREATE TABLE staging.claims (distinct_id TEXT PRIMARY KEY, line INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE staging.definitions (line INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL,
  UNIQUE (kind, key));
`;
