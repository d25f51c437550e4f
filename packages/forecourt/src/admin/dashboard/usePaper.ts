import { useState } from 'react';
import { flushSync } from 'react-dom';

/** What is drawn by its measured width follows within so many frames. */
const FRAMES = 3;

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

/** As wide as what an A4 page has room for; charts take their width from the screen, not from the paper. */
const SHEET = {
  width: '186mm',
  maxWidth: 'none',
  p: 0,
  '& [data-cards]': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  '& [data-cards] > [data-wide]': { gridColumn: 'span 2' },
} as const;

/** The page that figures are printed on; other pages keep theirs. */
export const FIGURES_PAGE = { '@page figures': { size: 'A4 portrait', margin: '12mm' } } as const;

/** How a page of figures looks on paper, and meanwhile on the screen. */
export const ON_PAPER = {
  '&[data-paper]': SHEET,
  '@media print': { page: 'figures', ...SHEET },
} as const;

/** Prints the page, or lets the browser keep it as a PDF, after its charts have taken the width of the paper. */
export function usePaper() {
  const [paper, setPaper] = useState(false);
  const print = async (): Promise<void> => {
    // Drawn at once: the frames below are those after it.
    flushSync(() => setPaper(true));
    for (let at = 0; at < FRAMES; at += 1) await frame();
    window.addEventListener('afterprint', () => setPaper(false), { once: true });
    window.print();
  };
  return { paper, print };
}
