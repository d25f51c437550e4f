/** What the SQL of checks, defaults and index conditions says, as far as it is of a simple form. PostgreSQL spells it the same way always. */

type Limit = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'minLength' | 'maxLength';

export type Check =
  | { readonly kind: 'list'; readonly column: string; readonly values: readonly (string | number)[] }
  | { readonly kind: 'limits'; readonly column: string; readonly limits: Readonly<Partial<Record<Limit, number>>> }
  | { readonly kind: 'after'; readonly column: string; readonly other: string; readonly strict?: true };

const NAME = '"?([A-Za-z_][\\w$]*)"?';
const NUMBER = "'?(-?\\d+(?:\\.\\d+)?)'?";
/** `(name)::text` and `name` alike. */
const COLUMN = `\\(?${NAME}\\)?(?:::[a-z ]+)?`;

/** Without brackets around the whole and without casts of constants. */
function bare(sql: string): string {
  let text = sql
    .trim()
    .replace(
      /(?<=['\d)\]])::(?:(?:[a-z_]\w*|"[^"]+")\.)?(?:[a-z_]\w*(?: [a-z]+)*|"[^"]+")(?:\(\d+(?:,\d+)?\))?(?:\[\])?/g,
      '',
    );
  for (;;) {
    if (!text.startsWith('(') || !text.endsWith(')')) return text;
    let depth = 0;
    for (let i = 0; i < text.length - 1; i++) {
      if (text[i] === '(') depth++;
      else if (text[i] === ')') depth--;
      if (depth === 0) return text;
    }
    text = text.slice(1, -1).trim();
  }
}

/** `'a''b'` → `a'b`, `7` → 7. Undefined for what is no constant. */
export function constant(sql: string): string | number | boolean | undefined {
  const text = bare(sql);
  const quotedNumber = /^\(?'(-?\d+(?:\.\d+)?)'::(?:smallint|integer|bigint|numeric|real|double precision)/.exec(sql);
  if (quotedNumber) return Number(quotedNumber[1]);
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  const quoted = /^'((?:[^']|'')*)'$/.exec(text);
  return quoted ? quoted[1]!.replaceAll("''", "'") : undefined;
}

function constants(sql: string): (string | number)[] | undefined {
  const values = (sql.match(/\(?'(?:[^']|'')*'\)?|[^,\s]+/g) ?? []).map(constant);
  // A negative number stands in quotes: `'-1'::integer, 0, 1`.
  if (values.some((value) => typeof value === 'number') && values.every((value) => Number.isFinite(Number(value))))
    return values.map(Number);
  return values.every((value) => typeof value === 'string' || typeof value === 'number') ? values : undefined;
}

/** `status = ANY (ARRAY['a', 'b'])`, `status = 'a'`: rows by the values of one column. */
export function valueList(sql: string): { column: string; values: readonly (string | number)[] } | undefined {
  const text = bare(sql);
  const list = new RegExp(`^${COLUMN} = ANY \\(\\(?ARRAY\\[(.*)\\]\\)?\\)$`, 's').exec(text);
  const values = list && constants(list[2]!);
  if (list && values) return { column: list[1]!, values };
  const one = new RegExp(`^${COLUMN} = (.+)$`, 's').exec(text);
  const value = one && constant(one[2]!);
  return one && (typeof value === 'string' || typeof value === 'number')
    ? { column: one[1]!, values: [value] }
    : undefined;
}

const LIMITS = { '>=': 'minimum', '>': 'exclusiveMinimum', '<=': 'maximum', '<': 'exclusiveMaximum' } as const;
type Operator = keyof typeof LIMITS;

const lengthLimits = (operator: Operator, count: number): Partial<Record<Limit, number>> =>
  ({
    '>=': { minLength: count },
    '>': { minLength: count + 1 },
    '<=': { maxLength: count },
    '<': { maxLength: count - 1 },
  })[operator];

function comparison(sql: string): Check | undefined {
  const text = bare(sql);
  const length = new RegExp(`^(?:char_|character_)?length\\(${COLUMN}\\) (>=|<=|>|<) ${NUMBER}$`).exec(text);
  if (length)
    return { kind: 'limits', column: length[1]!, limits: lengthLimits(length[2] as Operator, Number(length[3])) };
  const limit = new RegExp(`^${COLUMN} (>=|<=|>|<) \\(?${NUMBER}\\)?$`).exec(text);
  if (limit) return { kind: 'limits', column: limit[1]!, limits: { [LIMITS[limit[2] as Operator]]: Number(limit[3]) } };
  const two = new RegExp(`^${NAME} (>=|<=|>|<) ${NAME}$`).exec(text);
  if (!two) return undefined;
  const [later, earlier] = two[2]!.startsWith('>') ? [two[1]!, two[3]!] : [two[3]!, two[1]!];
  return { kind: 'after', column: later, other: earlier, ...(two[2]!.length === 1 ? { strict: true } : {}) };
}

/** What a check constraint says: a list of values, limits, or one column that is not before another. Undefined for anything else. */
export function readCheck(definition: string): Check | undefined {
  const text = bare(definition.replace(/^CHECK /, '').replace(/ NOT VALID$/, ''));
  const list = valueList(text);
  if (list) return { kind: 'list', ...list };
  const parts = text.split(' AND ').map(comparison);
  if (parts.length === 1) return parts[0];
  const limits = parts.flatMap((part) => (part?.kind === 'limits' ? [part] : []));
  const [first] = limits;
  if (!first || limits.length !== parts.length || limits.some((part) => part.column !== first.column)) return undefined;
  const said = limits.flatMap((part) => Object.entries(part.limits));
  const both = Object.fromEntries(said) as typeof first.limits;
  // Two limits of one kind are not worth telling which is tighter.
  return Object.keys(both).length === said.length ? { ...first, limits: both } : undefined;
}
