/** Seasons in the languages of the framework, and as they are typed with Latin letters. */
const SEASONS = [
  ...['spring', 'summer', 'autumn', 'fall', 'winter', 'monsoon', 'rainy'],
  ...['春天', '夏天', '秋天', '冬天', '春季', '夏季', '秋季', '冬季', 'chuntian', 'xiatian', 'qiutian', 'dongtian'],
  ...['ฤดูร้อน', 'ฤดูฝน', 'ฤดูหนาว', 'หน้าร้อน', 'หน้าฝน', 'หน้าหนาว'],
];

const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15));

/** Answers the names of seasons and months, in these languages and in English, lower case. */
export function calendarWords(languages: readonly string[]): readonly string[] {
  const months = [...new Set(['en', ...languages])].flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) => {
      const { format } = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      return MONTHS.map((time) => format(time).toLowerCase());
    }),
  );
  return [...new Set([...SEASONS, ...months, ...months.map((name) => name.replaceAll('.', ''))])];
}
