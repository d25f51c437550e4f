import type { useTranslate } from 'react-admin';

type Translate = ReturnType<typeof useTranslate>;

/** What a question is about, without the property. */
type About = 'encoding' | 'separator' | 'sheet' | 'header' | 'dates' | 'numbers';

const SIGNS: Readonly<Record<string, string>> = { ',': 'comma', ';': 'semicolon', tab: 'tab', '|': 'bar' };

export const kindOfQuestion = (about: string): About => about.split(':')[0] as About;

/** What a choice is called. */
export function choiceWords(translate: Translate, about: string, value: string): string {
  switch (kindOfQuestion(about)) {
    case 'encoding':
      return translate(`admin.import.encodings.${value}`, { _: value });
    case 'separator':
      return translate(`admin.import.separators.${SIGNS[value]}`);
    case 'header':
      return translate('admin.import.ask.row', { row: value });
    case 'numbers':
      return translate(`admin.import.decimals.${value === '.' ? 'point' : 'comma'}`);
    case 'dates': {
      const order = translate(`admin.import.orders.${value.slice(0, 3)}`);
      return value.endsWith('-be') ? translate('admin.import.ask.buddhist', { order }) : order;
    }
    default:
      return value;
  }
}

/** A value of a column as it would be read, in the way of the reader's language. */
export function readWords(about: string, value: string, language: string): string {
  if (kindOfQuestion(about) === 'numbers') {
    const number = Number(value);
    return Number.isFinite(number) ? number.toLocaleString(language, { maximumFractionDigits: 20 }) : value;
  }
  const [day, time] = value.split(' ');
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return value;
  // Years of the calendar that the application stores, whatever the language counts by.
  const words = date.toLocaleDateString(`${language}-u-ca-gregory`, { dateStyle: 'long', timeZone: 'UTC' });
  return time ? `${words} ${time}` : words;
}
