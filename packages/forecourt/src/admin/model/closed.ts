/** A right that nobody holds: what a role takes of a property is as if its schema asked for it (`x-access`). */
export const CLOSED = '-';
