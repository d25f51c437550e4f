import { createContext } from 'react';
import type { PageRoute } from '../../admin/index.ts';

/** A page that opens in a tab. */
export type TabbedPage = Pick<PageRoute, 'path' | 'title' | 'permission' | 'resource' | 'view' | 'element' | 'load'>;

export const PageRoutesContext = createContext<readonly TabbedPage[]>([]);
