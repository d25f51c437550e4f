import { SQL } from '../sql/index.ts';
import { FILE_NAME } from './fileName.ts';
import type { Kind } from './kind.ts';

/** The name of an uploaded file. */
export const file: Kind = {
  form: () => 'text',
  // Inside a document an empty text stays what it is.
  shape: () => ({ pattern: `^$|${FILE_NAME.source}` }),
  issues: () => ({ pattern: 'msg.badFile' }),
  wireSql: (value) => SQL`coalesce(${value}, '')`,
  sample: () => '',
};
