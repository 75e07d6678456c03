export const SECRET_PREFIX = "phs_";
