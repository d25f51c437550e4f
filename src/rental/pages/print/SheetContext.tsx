import { createContext, useContext } from 'react';
import type { Params, SheetTexts } from './texts.ts';

export const SheetContext = createContext<SheetTexts | undefined>(undefined);

export function useTexts(): SheetTexts {
  const texts = useContext(SheetContext);
  if (!texts) throw new Error('SheetContext is missing above this component');
  return texts;
}

/** A text in the languages of the sheet, side by side; those after the first a shade lighter in weight, so that the eye finds its own. */
export function Both({ k, params, stacked = false }: { k: string; params?: Params; stacked?: boolean }) {
  const { all } = useTexts();
  return (
    <span className={stacked ? 'both stacked' : 'both'}>
      {all(k, params).map(({ language, text }, index) => (
        <span key={language} lang={language} className={index > 0 ? 'beside' : undefined}>
          {text}
        </span>
      ))}
    </span>
  );
}

/** The same as one text, for where there is room for no more. */
export const joined = ({ all }: SheetTexts, key: string, separator = ' '): string =>
  all(key)
    .map(({ text }) => text)
    .join(separator);
