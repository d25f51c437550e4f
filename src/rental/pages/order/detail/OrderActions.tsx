import { useState } from 'react';
import { Box, Button, Menu, MenuItem, useMediaQuery, type Theme } from '@mui/material';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { useTranslate } from 'react-admin';
import { ActionButton, dangerLast, offeredActions, useCanDo, useLabels } from '../../../../framework/admin/index.ts';
import type { Action, Resource } from '../../../../framework/model/index.ts';
import type { OrderInfo } from './orderInfo.ts';

/** Beside the next step; the rest is in the menu. */
const BESIDE = 2;

/** What can be done with the order, as the server offers it: one big next step, others beside it (D-ORD-07). */
export function OrderActions({ model, order }: { model: Resource; order: OrderInfo }) {
  const canDo = useCanDo();
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<Action | undefined>();
  const [next, ...others] = offeredActions(model, order, canDo);
  if (!next) return null;
  const beside = phone ? [] : others.slice(0, BESIDE);
  const rest = dangerLast(others.slice(beside.length), ({ danger }) => danger === true);
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        width: { xs: '100%', sm: 'auto' },
        '& .MuiButton-root': { minHeight: { xs: 48, sm: 36 } },
        '& > .MuiButton-contained': { flex: { xs: 1, sm: 'none' }, px: 2.5 },
      }}
    >
      <ActionButton key={next.name} model={model} action={next} record={order} variant="contained" />
      {beside.map((action) => (
        <ActionButton key={action.name} model={model} action={action} record={order} variant="outlined" />
      ))}
      {rest.length > 0 && (
        <>
          <Button
            variant="outlined"
            endIcon={<ExpandMore />}
            aria-haspopup="menu"
            aria-expanded={anchor !== null}
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            {translate('admin.action.more')}
          </Button>
          <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
            {rest.map((action) => (
              <MenuItem
                key={action.name}
                sx={{ minHeight: { xs: 48, sm: 36 }, ...(action.danger ? { color: 'error.main' } : {}) }}
                onClick={() => {
                  setAnchor(null);
                  setChosen(action);
                }}
              >
                {labels.action(action.name)}
              </MenuItem>
            ))}
          </Menu>
        </>
      )}
      {chosen && (
        <ActionButton
          key={`started ${chosen.name}`}
          model={model}
          action={chosen}
          record={order}
          started
          onEnd={() => setChosen(undefined)}
        />
      )}
    </Box>
  );
}
