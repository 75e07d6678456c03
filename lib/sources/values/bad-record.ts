/** The reason why a record cannot be an event: the import is refused, or the record is left out. */
export class BadRecord extends Error {}
