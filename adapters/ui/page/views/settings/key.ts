/** A personal API key as the API shows it; `scoped_teams` are the ids of the only projects that it may touch. */
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

/** One that was just made or rolled: its value is in no other answer. */
export interface NewKey extends Key {
  value: string;
}
