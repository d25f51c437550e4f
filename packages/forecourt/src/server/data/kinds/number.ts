import type { Kind } from './kind.ts';
import { numeric } from './numeric.ts';
import { number as readNumber } from './values.ts';

export const number: Kind = {
  ...numeric,
  form: () => 'number',
  readFilter: (text) => readNumber(text),
  cell: () => 'number',
};
