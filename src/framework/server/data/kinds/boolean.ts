import { textOf } from './cells.ts';
import { orNull, type Kind } from './kind.ts';
import { boolean as readBoolean } from './values.ts';

const YES = new Set(['true', '1', 'yes', 'y', '是', 'ใช่']);
const NO = new Set(['false', '0', 'no', 'n', '否', 'ไม่ใช่', 'ไม่']);

export const boolean: Kind = {
  form: () => 'boolean',
  defaultSql: String,
  readFilter: (text) => readBoolean(text),
  cell: 'boolean',
  decoder: () => (cell) => {
    const text = textOf(cell).trim().toLowerCase();
    if (YES.has(text)) return { value: true };
    return NO.has(text) ? { value: false } : { value: text, issue: 'msg.invalid' };
  },
  example: () => true,
  sample: (_schema, { random }) => random.chance(0.5),
  wireType: (_field, source) => orNull(source, { type: 'boolean' }),
  rowType: () => 'boolean',
};
