/** What an insight needs to know of its project. */
export interface ProjectSettings {
  id: number;
  /** IANA name. */
  timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  week_start_day: number;
  /** Property filters in any wire shape. */
  test_account_filters: unknown;
}
