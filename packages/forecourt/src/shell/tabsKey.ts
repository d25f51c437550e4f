/** Where a tab of the browser notes its pages. */
export const TABS_KEY = 'tabs';

let over = false;

/** Whoever signs out leaves no pages behind: nothing is noted any more until the page is loaded anew. */
export function forgetTabs(): void {
  over = true;
  try {
    window.sessionStorage.removeItem(TABS_KEY);
  } catch {
    // Nothing is kept where nothing may be.
  }
}

export const areTabsForgotten = (): boolean => over;
