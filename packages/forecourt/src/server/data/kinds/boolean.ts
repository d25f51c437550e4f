import { parts, textOf, type Translator } from './cells.ts';
import { orNull, type Kind } from './kind.ts';
import { boolean as readBoolean } from './values.ts';

/** What files say for yes and no: in any language of the application (`msg.import.yes`), and as programs write it. */
const wordsFor = (key: string, plain: readonly string[], words: readonly Translator[]): ReadonlySet<string> =>
  new Set([...plain, ...words.flatMap(({ t }) => parts(t(key)).map((word) => word.toLowerCase()))]);

export const boolean: Kind = {
  form: () => 'boolean',
  defaultSql: String,
  readFilter: (text) => readBoolean(text),
  cell: () => 'boolean',
  decoder(_field, _codes, words) {
    const yes = wordsFor('msg.import.yes', ['true', '1', 'yes', 'y'], words);
    const no = wordsFor('msg.import.no', ['false', '0', 'no', 'n'], words);
    return (cell) => {
      const text = textOf(cell).trim().toLowerCase();
      if (yes.has(text)) return { value: true };
      return no.has(text) ? { value: false } : { value: text, issue: 'msg.invalid' };
    };
  },
  example: () => true,
  sample: (_schema, { random }) => random.chance(0.5),
  wireType: (_field, source) => orNull(source, { type: 'boolean' }),
  rowType: () => 'boolean',
};
