import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { REMEMBERED_PREFIX } from '../../admin/index.ts';
import { chooseLanguage, currentLanguage, languages } from '../language.ts';
import { useMode } from '../useMode.ts';
import type { PaletteItem } from './paletteItems.ts';

export type PaletteDialog = 'logout' | 'password' | 'shortcuts';

/** What can be done from anywhere: the other theme, the other languages, the keys, the own password, signing out. */
export function usePaletteActions(onDialog: (dialog: PaletteDialog) => void): readonly PaletteItem[] {
  const translate = useTranslate();
  const [mode, setMode] = useMode();
  return useMemo(() => {
    const next = mode === 'dark' ? 'light' : 'dark';
    const action = (id: string, label: string, run: () => void): PaletteItem => ({ id, group: 'actions', label, run });
    const language = translate('shell.language.label');
    return [
      action('theme', translate(`shell.theme.${next}`), () => setMode(next)),
      ...languages()
        .filter(({ code }) => code !== currentLanguage())
        .map(({ code, name }) => ({
          ...action(`language ${code}`, name, () => chooseLanguage(code, REMEMBERED_PREFIX)),
          detail: language,
        })),
      action('shortcuts', translate('shell.shortcuts.title'), () => onDialog('shortcuts')),
      action('password', translate('shell.user.password'), () => onDialog('password')),
      action('logout', translate('shell.user.logout'), () => onDialog('logout')),
    ];
  }, [translate, mode, setMode, onDialog]);
}
