/** A request's fields as they came: typed, or the text of a query string. */
export type RequestFields = Record<string, unknown>;
