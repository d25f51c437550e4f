import { useState } from 'react';
import { Button, Menu, MenuItem } from '@mui/material';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { useTranslate } from 'react-admin';
import type { Action, Resource } from '../../model/index.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useLabels } from '../values/labels.ts';

/** What can be done to a list now and then: in a menu, so that its head stays one line. */
export default function AsideActions({ model, actions }: { model: Resource; actions: readonly Action[] }) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<Action | undefined>();
  return (
    <>
      <Button
        size="small"
        endIcon={<ExpandMore />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate('admin.action.more')}
      </Button>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)}>
          {actions.map((action) => (
            <MenuItem
              key={action.name}
              onClick={() => {
                setAnchor(null);
                setChosen(action);
              }}
            >
              {labels.action(action.name)}
            </MenuItem>
          ))}
        </Menu>
      )}
      {chosen && <ActionButton model={model} action={chosen} started onEnd={() => setChosen(undefined)} />}
    </>
  );
}
