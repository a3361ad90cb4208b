/** A result of more chars than this is shortened when it is first sent, unless another size is given. */
export const FIRST_SIGHT_CHARS = 8000;

/** The smallest size to which a result is shortened: below it, head, tail and note say nothing. */
export const MIN_FIRST_SIGHT_CHARS = 400;
