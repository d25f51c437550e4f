import type { Kind } from './kind.ts';

/** The name of an uploaded file. */
export const file: Kind = {
  form: () => 'text',
  wireSql: (value) => `coalesce(${value}, '')`,
  sample: () => '',
};
