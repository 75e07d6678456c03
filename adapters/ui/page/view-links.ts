/** The views of the navigation: the path of each, and its name. */
export const VIEW_LINKS: readonly [path: string, name: string][] = [
  ["/events", "Events"],
  ["/persons", "Persons"],
  ["/insights", "Insights"],
  ["/dashboards", "Dashboards"],
  ["/cohorts", "Cohorts"],
  ["/flags", "Flags"],
  ["/ai", "AI"],
  ["/plugins", "Plugins"],
  ["/deletions", "Deletions"],
  ["/sql", "SQL"],
  ["/settings", "Settings"],
];
