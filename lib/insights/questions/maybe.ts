/** A value that need not be given: null and undefined say the same as an absent field. */
export type Maybe<T> = T | null | undefined;
