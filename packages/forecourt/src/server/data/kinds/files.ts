import { SQL } from '../sql/index.ts';
import { parts, textOf } from './cells.ts';
import { FILE_NAME } from './fileName.ts';
import { emptyList, type Kind } from './kind.ts';

/** Names of uploaded files. */
export const files: Kind = {
  form: () => 'files',
  defaultSql: emptyList,
  shape: () => ({ items: { type: 'string', pattern: FILE_NAME.source } }),
  issues: () => ({ pattern: 'msg.badFile' }),
  wireSql: (value) => SQL`coalesce(${value}, '{}')`,
  decoder: () => (cell) => ({ value: parts(textOf(cell)) }),
  sample: () => [],
  wireType: () => ({ type: 'array', items: { type: 'string' } }),
  rowType: () => 'string[]',
};
