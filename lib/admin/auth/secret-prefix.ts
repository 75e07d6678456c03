/** The beginning of a project's secret, which reads flags and nothing else. */
export const SECRET_PREFIX = "phs_";
