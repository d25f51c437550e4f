import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { labelsOf, newRecordPath, useAdminRuntime, useCanDo, useTexts } from '../../admin/index.ts';
import type { ResourceEntry } from '../../model/index.ts';
import type { PaletteItem } from './paletteItems.ts';

/** Those with a key come first, then those whose records are looked for from anywhere. */
const inOrder = (entries: readonly ResourceEntry[]): readonly ResourceEntry[] => {
  const rank = ({ key, palette }: ResourceEntry): number => (key ? 0 : palette ? 1 : 2);
  return [...entries].sort((a, b) => rank(a) - rank(b));
};

/** A new record of every resource of which this user may make one. */
export function useNewRecords(): readonly PaletteItem[] {
  useTexts('resources.name');
  const { model } = useAdminRuntime();
  const canDo = useCanDo();
  const translate = useTranslate();
  return useMemo(() => {
    const verbs = translate('shell.palette.newWords')
      .split(',')
      .map((word) => word.trim());
    return inOrder([...model.entries.values()]).flatMap((entry): PaletteItem[] => {
      const to = canDo(entry.name, 'list') && canDo(entry.name, 'create') && newRecordPath(model.entries, entry);
      if (!to) return [];
      const { one } = labelsOf(translate, entry.name);
      return [
        {
          id: `new ${entry.name}`,
          group: 'verbs',
          label: translate('admin.list.create', { name: one }),
          // As one word too, for languages without spaces.
          words: verbs.flatMap((verb) => [verb, verb + one]),
          ...(entry.key && { shortcut: entry.key.toUpperCase() }),
          to,
        },
      ];
    });
  }, [model, canDo, translate]);
}
