import { SQL } from '../sql/index.ts';
import type { Kind } from './kind.ts';
import { sampleText } from './samples.ts';

export const string: Kind = {
  form: () => 'text',
  limits: ({ schema }) => ({ maxLength: schema.maxLength, minLength: schema.minLength }),
  normal: (text) => text.trim(),
  wireSql: (value) => SQL`coalesce(${value}, '')`,
  example({ schema, widget, mask }, { label }) {
    if (schema.format === 'email') return 'name@example.com';
    if (widget === 'phone' || mask === 'phone') return '+66812345678';
    return schema.pattern ? null : label.slice(0, schema.maxLength);
  },
  sample: sampleText,
};
