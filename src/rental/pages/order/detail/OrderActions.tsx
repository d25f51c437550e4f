import { Box, useMediaQuery, type Theme } from '@mui/material';
import { ActionButton, MoreActions, offeredActions, THUMB, useCanDo } from 'forecourt/admin';
import type { Resource } from 'forecourt/model';
import { NEXT_STEPS } from '../../../rules/index.ts';
import type { OrderInfo } from '../info/orderInfo.ts';

/** Beside the next step; the rest is in the menu. */
const BESIDE = 2;

/** What can be done with the order, as the server offers it: one big next step where it waits for one, others beside it (D-ORD-07). */
export function OrderActions({ model, order }: { model: Resource; order: OrderInfo }) {
  const canDo = useCanDo();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [next, ...others] = offeredActions(model, order, canDo);
  if (!next) return null;
  const beside = phone ? [] : others.slice(0, BESIDE);
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        width: { xs: '100%', sm: 'auto' },
        '& .MuiButton-root': THUMB,
        '& > .MuiButton-contained': { flex: { xs: 1, sm: 'none' }, px: 2.5 },
      }}
    >
      {/* In one list: an answer that makes another step the next one leaves a dialog open that somebody has begun. */}
      {[next, ...beside].map((action) => (
        <ActionButton
          key={action.name}
          model={model}
          action={action}
          record={order}
          variant={action === next && NEXT_STEPS.includes(next.name) ? 'contained' : 'outlined'}
        />
      ))}
      <MoreActions model={model} actions={others.slice(beside.length)} record={order} />
    </Box>
  );
}
