import { createContext, useContext } from 'react';
import type { Params, SheetTexts } from './texts.ts';

export const SheetContext = createContext<SheetTexts | undefined>(undefined);

export function useTexts(): SheetTexts {
  const texts = useContext(SheetContext);
  if (!texts) throw new Error('SheetContext is missing above this component');
  return texts;
}

/** A text in both languages, side by side; the second a shade lighter in weight, so that the eye finds its own. */
export function Both({ k, params, stacked = false }: { k: string; params?: Params; stacked?: boolean }) {
  const { both, languages } = useTexts();
  const [zh = '', beside] = both(k, params);
  return (
    <span className={stacked ? 'both stacked' : 'both'}>
      <span lang={languages[0]}>{zh}</span>
      {beside !== undefined && (
        <span lang={languages[1]} className="beside">
          {beside}
        </span>
      )}
    </span>
  );
}
