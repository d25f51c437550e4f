import { useState } from 'react';
import { Box, MenuItem, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useLabels, useTexts, type ActionProps } from 'forecourt/admin';
import { formatTHB, fromWallClock } from '../../rules/index.ts';
import { shownCharges, sumOfCharges } from './handover/charges.ts';
import type { HandoverOrder } from './handover/guards.ts';
import { ChargesField } from './handover/ChargesField.tsx';
import { HandoverAction, type HandoverDialogProps } from './handover/HandoverAction.tsx';
import { HandoverField } from './handover/HandoverField.tsx';
import { doneParts, HandoverForm, progressKey } from './handover/HandoverForm.tsx';
import { HandoverFrame } from './handover/HandoverFrame.tsx';
import { useHandover, type Handover } from './handover/useHandover.ts';
import { ReturnResult, type ReturnAnswer } from './ReturnResult.tsx';
import { useRentalProvider } from '../provider.ts';
import { useStores } from './useStores.ts';

function Car({ order }: { order: HandoverOrder }) {
  const labels = useLabels('orderTask');
  return (
    <Box>
      <Box sx={{ fontWeight: 500, mb: 0.25 }}>{labels.field('carId')}</Box>
      <Box sx={{ fontSize: 22, fontWeight: 600 }}>{order.plate}</Box>
      <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{order.subModelName}</Box>
    </Box>
  );
}

/** The store that really takes the car back: fees of night and city follow it (D-PRICE-08). */
function ReturnStore({ order, handover }: { order: HandoverOrder; handover: Handover }) {
  const labels = useLabels('order');
  const { all } = useStores();
  const value = handover.draft.returnStoreId ?? order.returnStoreId;
  const choices = all.some((store) => store.id === value)
    ? all
    : [{ id: value, storeName: String(order.returnStoreName ?? `#${value}`), cityId: null }, ...all];
  return (
    <HandoverField name="returnStoreId" label={labels.field('returnStoreId')} error={handover.errorOf('returnStoreId')}>
      {({ id, labelId, invalid, describedBy }) => (
        <TextField
          id={id}
          select
          fullWidth
          hiddenLabel
          error={invalid}
          value={value}
          // A select is no input that a label could name by its id.
          slotProps={{
            select: {
              labelId,
              SelectDisplayProps: { 'aria-describedby': describedBy, 'aria-labelledby': `${labelId} ${id}` },
            },
          }}
          onChange={(event) => handover.change({ returnStoreId: Number(event.target.value) })}
          sx={{ '& .MuiInputBase-root': { minHeight: 48 } }}
        >
          {choices.map((store) => (
            <MenuItem key={store.id} value={store.id} sx={{ minHeight: 48 }}>
              {store.storeName}
            </MenuItem>
          ))}
        </TextField>
      )}
    </HandoverField>
  );
}

function ReturnForm({
  order,
  actionProps,
  onClose,
}: {
  order: HandoverOrder;
  actionProps: ActionProps<unknown>;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const provider = useRentalProvider();
  const handover = useHandover('return', order, (input) => provider.call('POST', '/order/return', input));
  const [answer, setAnswer] = useState<ReturnAnswer | undefined>();
  const parts = doneParts(handover);
  const charged = sumOfCharges(shownCharges(handover.draft, fromWallClock(handover.time, handover.zone)));
  const end = () => {
    handover.finish();
    onClose();
  };
  if (answer) return <ReturnResult answer={answer} actionProps={actionProps} order={order} onClose={end} />;
  return (
    <HandoverFrame
      title={translate('rental.handover.title.return', { plate: order.plate })}
      subtitle={`${order.orderNo} · ${order.renterName}`}
      progress={[
        translate(progressKey(handover), {
          done: parts.done,
          of: parts.of,
          smart_count: handover.uploads.waiting || parts.photos,
        }),
        ...(charged > 0 ? [translate('rental.handover.charges.sum', { amount: formatTHB(charged) })] : []),
      ].join(' · ')}
      verb={translate('rental.handover.send.return')}
      busy={handover.busy}
      waiting={handover.uploads.busy}
      dirty={handover.dirty}
      onSend={() => void handover.send().then(setAnswer)}
      onDiscard={() => {
        handover.discard();
        onClose();
      }}
      onClose={onClose}
    >
      <HandoverForm
        kind="return"
        order={order}
        handover={handover}
        car={<Car order={order} />}
        read={<ChargesField order={order} handover={handover} />}
        more={<ReturnStore order={order} handover={handover} />}
      />
    </HandoverFrame>
  );
}

function Dialog({ record, actionProps, onClose }: HandoverDialogProps) {
  useTexts('rental.handover');
  return <ReturnForm order={record as HandoverOrder} actionProps={actionProps} onClose={onClose} />;
}

/** Taking the car back (O11). */
export default function ReturnDialog(props: ActionProps<unknown>) {
  return <HandoverAction {...props} dialog={Dialog} />;
}
