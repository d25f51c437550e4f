/** What the first page needs; the bar and the rest of the folder load after it (`Tabs.tsx`). */
export { KeepAlivePages } from './KeepAlivePages.tsx';
export { TabBarPlace } from './TabBarPlace.tsx';
export { PageRoutesContext, type TabbedPage } from './tabbedPages.ts';
export { createTabStore, TabStoreContext } from './tabStore.ts';
