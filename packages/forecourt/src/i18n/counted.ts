type Values = Readonly<Record<string, unknown>>;

/** What a text counts: `smart_count`, else `count`, else the first number among its values. Undefined where nothing is counted. */
function countIn({ smart_count, count, ...others }: Values): number | undefined {
  const counted = smart_count ?? count ?? Object.values(others).find((value) => typeof value === 'number');
  if (counted === undefined || counted === '') return undefined;
  // "1,234" is written out already, with the sign of some language between its thousands.
  return Number(typeof counted === 'string' ? counted.replace(/(?<=\d)[^\d](?=\d{3}(\D|$))/g, '') : counted);
}

/** In the order in which the forms of a text stand. */
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'];

const rules = new Map<string, Intl.PluralRules>();

function rulesOf(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules([language, 'en']);
  rules.set(language, known);
  return known;
}

/** Two forms are for one and for several in every language. More stand in the order of CATEGORIES; the last one serves those that are left out. */
function placeOf(language: string, counted: number, forms: number): number {
  const plural = rulesOf(language);
  const { pluralCategories } = plural.resolvedOptions();
  const category = plural.select(counted);
  if (forms === 2) return (pluralCategories.length === 1 ? counted === 1 : category === 'one') ? 0 : 1;
  return CATEGORIES.filter((name) => pluralCategories.some((one) => one === name)).indexOf(category);
}

/**
 * The form of a text for what it counts, by the plural rules of the language (`Intl.PluralRules`). A text of one form, or one that counts nothing
 * and so gets its last form, is the same in every language.
 *
 * @example formIn('pl', '%{count} plik |||| %{count} pliki |||| %{count} plików', { count: 5 }) // '%{count} plików'
 */
export function formIn(language: string, text: string, values: Values): string {
  const forms = text.split(/\s*\|{4}\s*/);
  if (forms.length === 1) return text;
  const counted = countIn(values);
  return (counted === undefined ? undefined : forms[placeOf(language, counted, forms.length)]) ?? forms.at(-1)!;
}
