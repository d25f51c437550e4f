import { SQL } from '../sql/index.ts';
import type { Kind } from './kind.ts';

/** The name of an uploaded file. */
export const file: Kind = {
  form: () => 'text',
  wireSql: (value) => SQL`coalesce(${value}, '')`,
  sample: () => '',
};
