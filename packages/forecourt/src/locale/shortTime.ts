import { SHORT_TIME, type Locale } from './locale.ts';

const WALL_CLOCK = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})/;
const PARTS = /YYYY|MMM|MM|DD|D|HH|mm/g;

/** Months as readers of a language shorten them: `Dec`, `ธ.ค.` Making a format takes a thousand times as long as using it. */
const months = new Map<string, readonly string[]>();

function monthsOf(language: string): readonly string[] {
  const known = months.get(language);
  if (known) return known;
  const format = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
  const made = Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month)));
  months.set(language, made);
  return made;
}

const patternOf = (shortTime: Locale['shortTime'], language: string): string =>
  typeof shortTime === 'string' ? shortTime : (shortTime[language] ?? SHORT_TIME);

/** `2027-03-04 10:00:00` as the application writes times in tight cells for readers of a language; what is no wall clock stays as it is. */
export function shortTimeIn({ shortTime }: Pick<Locale, 'shortTime'>, language: string, wallClock: string): string {
  const match = WALL_CLOCK.exec(wallClock);
  if (!match) return wallClock;
  const [, YYYY = '', MM = '', DD = '', HH = '', mm = ''] = match;
  const pattern = patternOf(shortTime, language);
  const parts: Readonly<Record<string, () => string>> = {
    YYYY: () => YYYY,
    MMM: () => monthsOf(language)[Number(MM) - 1] ?? MM,
    MM: () => MM,
    DD: () => DD,
    D: () => String(Number(DD)),
    HH: () => HH,
    mm: () => mm,
  };
  return pattern.replace(PARTS, (part) => parts[part]!());
}

/** What says the time in a pattern, with what keeps it from the date. */
const CLOCK = /[\s,]*HH:mm/;

/** The day alone, of a wall clock or a date: the short time without its clock. */
export function shortDateIn({ shortTime }: Pick<Locale, 'shortTime'>, language: string, date: string): string {
  const pattern = patternOf(shortTime, language).replace(CLOCK, '');
  return shortTimeIn({ shortTime: pattern }, language, `${date.slice(0, 'YYYY-MM-DD'.length)} 00:00`);
}
