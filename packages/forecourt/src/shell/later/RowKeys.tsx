import { useTranslate } from 'react-admin';
import { useShortcut } from '../../admin/index.ts';
import { isPageInSight } from './GoKeys.tsx';

const ROWS = '#main section:not([hidden]) tbody tr';
const OPENS = ':is(.sticky-first, td) a';

/** The rows in sight that lead somewhere. */
const rows = (): readonly HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(ROWS)].filter((row) => row.querySelector(OPENS));
const current = (): HTMLElement | undefined => document.activeElement?.closest<HTMLElement>(ROWS) ?? undefined;

function step(by: 1 | -1): void {
  const all = rows();
  const at = all.findIndex((row) => row === current());
  const next = all[at === -1 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)];
  const link = next?.querySelector<HTMLElement>(OPENS);
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
}

/** Keys of every list: `j` and `k` go from row to row, Enter opens the row (its link has the focus), `e` edits it, `x` selects it. */
export function RowKeys(): null {
  const translate = useTranslate();
  const edit = (): void => {
    const buttons = [...(current()?.querySelectorAll<HTMLElement>('.row-buttons :is(a, button)') ?? [])];
    // Where there is no room for it, it stands in the row's menu.
    (buttons.find((one) => one.textContent === translate('ra.action.edit')) ?? buttons.at(-1))?.click();
  };
  const select = (): void => current()?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
  const inSight = (): boolean => isPageInSight() && rows().length > 0;
  const onRow = (): boolean => isPageInSight() && current() !== undefined;
  useShortcut({ keys: 'x', label: 'shell.later.select', run: select, inSight: onRow });
  useShortcut({ keys: 'e', label: 'shell.later.edit', run: edit, inSight: onRow });
  useShortcut({ keys: 'Enter', label: 'shell.later.open', inSight });
  useShortcut({ keys: 'k', label: 'shell.later.before', run: () => step(-1), inSight });
  useShortcut({ keys: 'j', label: 'shell.later.next', run: () => step(1), inSight });
  return null;
}
