import type { ListViewName } from '../../model/index.ts';
import type { ResourceLabels } from '../model/resourceLabels.ts';
import { loadable } from '../values/loadable.ts';

/** Views that ask for their own rows, and the texts that each of them loads beside those of its resource. */
const OWN_VIEWS = {
  tree: { View: loadable(() => import('./TreeView.tsx')), texts: [] },
  calendar: { View: loadable(() => import('./CalendarView.tsx')), texts: ['admin.calendar'] },
  board: { View: loadable(() => import('./BoardView.tsx')), texts: ['admin.board'] },
  map: { View: loadable(() => import('./MapView.tsx')), texts: ['admin.map'] },
} as const;

const viewOf = (name: ListViewName) => OWN_VIEWS[name as keyof typeof OWN_VIEWS];

/** The component of a view that asks for its own rows; its code loads when it is first chosen. */
export const ownView = (name: ListViewName) => viewOf(name).View;

/** Loads what such a view draws with before it is drawn. */
export async function loadOwnView(name: ListViewName, labels: Pick<ResourceLabels, 'load'>): Promise<void> {
  const { View, texts } = viewOf(name);
  await Promise.all([View.load(), ...texts.map((part) => labels.load(part))]);
}
