/** The settings of a project that insights use. */
export interface ProjectSettings {
  id: number;
  /** IANA name. */
  timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  week_start_day: number;
  /** Property filters in any wire shape. */
  test_account_filters: unknown;
}
