/** A personal API key in the API's form; `scoped_teams` are the ids of the only projects that it may touch. */
export interface Key {
  id: string;
  label: string;
  mask_value: string;
  created_at: string;
  last_used_at: string | null;
  last_rolled_at: string | null;
  scopes: string[];
  scoped_teams: number[];
}

/** A new or rolled key, whose value is in no other answer. */
export interface NewKey extends Key {
  value: string;
}
