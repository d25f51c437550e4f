import { currency } from 'forecourt/admin';

/** Label of a column of amounts: it names the currency once, and its cells do not. */
export const inCurrency = (label: string): string => `${label} (${currency()})`;
