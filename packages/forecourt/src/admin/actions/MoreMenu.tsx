import { useState } from 'react';
import { Button, Menu, MenuItem } from '@mui/material';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { Link, useTranslate, type RaRecord } from 'react-admin';
import type { Action, Resource } from '../../model/index.ts';
import { THUMB } from '../runtime/touch.ts';
import { useLabels } from '../values/labels.ts';
import { ActionButton } from './ActionButton.tsx';
import { dangerLast } from './offeredActions.ts';
import { MoreDots, TextButton } from './TextButton.tsx';

/** What a menu offers: a place to go to, or something to begin. */
export interface MenuEntry {
  readonly label: string;
  readonly danger?: boolean;
  readonly to?: string;
  readonly onChoose?: () => void;
}

interface MoreMenuProps {
  readonly entries: readonly MenuEntry[];
  /** Within a row there is room for an icon only. */
  readonly look?: 'text' | 'outlined' | 'icon';
}

/** What is done now and then, behind one button, so that what stands open is one line; what cannot be taken back stands last. */
export function MoreMenu({ entries, look = 'outlined' }: MoreMenuProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const opener = {
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== null,
    onClick: (event: { readonly currentTarget: HTMLElement }) => setAnchor(event.currentTarget),
  } as const;
  return (
    <>
      {look === 'icon' ? (
        <TextButton icon aria-label={translate('admin.action.more')} {...opener}>
          <MoreDots />
        </TextButton>
      ) : (
        <Button size={look === 'text' ? 'small' : 'medium'} variant={look} endIcon={<ExpandMore />} {...opener}>
          {translate('admin.action.more')}
        </Button>
      )}
      {anchor && (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)}>
          {dangerLast(entries, ({ danger }) => danger === true).map(({ label, danger, to, onChoose }) => (
            <MenuItem
              key={label}
              {...(to === undefined ? {} : { component: Link, to })}
              onClick={() => {
                setAnchor(null);
                onChoose?.();
              }}
              sx={{
                ...THUMB,
                ...(danger ? { color: 'error.main' } : {}),
              }}
            >
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}

interface MoreActionsProps extends Pick<MoreMenuProps, 'look'> {
  readonly model: Resource;
  readonly actions: readonly Action[];
  /** What they act on, where that is one record. */
  readonly record?: RaRecord;
  /** Behind the actions. */
  readonly further?: readonly MenuEntry[];
}

/** Actions in a menu: the one that is chosen begins at once. Nothing where there are none. */
export function MoreActions({ model, actions, record, further = [], look }: MoreActionsProps) {
  const labels = useLabels(model.name);
  const [chosen, setChosen] = useState<Action | undefined>();
  const entries = actions.map((action): MenuEntry => ({
    label: labels.action(action.name),
    danger: action.danger,
    onChoose: () => setChosen(action),
  }));
  return (
    <>
      {entries.length + further.length > 0 && <MoreMenu entries={[...entries, ...further]} look={look} />}
      {chosen && (
        <ActionButton
          key={chosen.name}
          model={model}
          action={chosen}
          record={record}
          started
          onEnd={() => setChosen(undefined)}
        />
      )}
    </>
  );
}
