import { useMemo } from 'react';
import { Autocomplete, Box, TextField } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import {
  type ActionProps,
  formatNumber,
  madeOf,
  useBoxState,
  useChoiceBox,
  useCodeLabel,
  useLabels,
  useTexts,
} from 'forecourt/admin';
import type { FreeCar } from '../../calls/index.ts';
import { DEFAULT_TIME_ZONE, earlyPromised, fromWallClock, messageKey } from '../../rules/index.ts';
import { withoutCovered, type HandoverOrder } from './handover/guards.ts';
import { HandoverAction, type HandoverDialogProps } from './handover/HandoverAction.tsx';
import { HandoverField } from './handover/HandoverField.tsx';
import { doneParts, HandoverForm, progressKey } from './handover/HandoverForm.tsx';
import { HandoverFrame } from './handover/HandoverFrame.tsx';
import { UnwashedNotice } from './handover/UnwashedNotice.tsx';
import { OverrideNotice } from './handover/OverrideNotice.tsx';
import { PaymentField } from './handover/PaymentField.tsx';
import { SignatureField } from './handover/SignatureField.tsx';
import { useHandover, type Handover } from './handover/useHandover.ts';
import { usePickupPayment } from './handover/usePickupPayment.ts';
import { OutNotice, useOutText } from '../CarOut.tsx';
import { useRentalProvider } from '../provider.ts';

type Plate = Pick<FreeCar, 'id' | 'plate'> & Partial<FreeCar>;

interface Cars {
  /** To choose from: the order's own first. */
  readonly cars: readonly Plate[];
  /** Free ones beside its own. */
  readonly free: readonly FreeCar[];
  /** That a renter has now. */
  readonly out: readonly FreeCar[];
  readonly ownIsFree: boolean;
  /** They are those of this minute. */
  readonly settled: boolean;
}

/** Cars that the order can have from `start` on: its own first, then what is free of its model and of others. */
function useCars(order: HandoverOrder, start: string): Cars {
  const provider = useRentalProvider();
  const {
    data = [],
    isSuccess,
    isPending,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['booking', 'free cars', 'pickup', order.id, start],
    meta: madeOf('vehicle', 'order'),
    queryFn: async ({ signal }) =>
      (
        await provider.call(
          'GET',
          '/order/availablecars',
          {
            storeId: order['pickupStoreId'] as number,
            returnStoreId: order.returnStoreId,
            pickupTime: start,
            returnTime: order.plannedReturnTime,
            excludeOrderId: order.id,
            withOut: 1,
          },
          { signal },
        )
      ).data,
    staleTime: 15_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const own: readonly Plate[] = order.carId === null ? [] : [{ id: order.carId, plate: order.plate }];
  const others = data
    .filter((car) => car.id !== order.carId && (order['etc'] !== 1 || car.etc === 1))
    .toSorted((a, b) => Number(b.subModelId === order['subModelId']) - Number(a.subModelId === order['subModelId']));
  return {
    cars: [...own, ...others.filter(({ out }) => !out), ...others.filter(({ out }) => out)],
    free: others.filter(({ out }) => !out),
    out: data.filter((car) => car.out !== undefined),
    ownIsFree: !isSuccess || data.some((car) => car.id === order.carId && car.free !== 0),
    settled: !isPending && !isPlaceholderData,
  };
}

/** The minute from which the car is needed: before the planned pickup when it leaves early. */
function startOf({ plannedPickupTime }: HandoverOrder, { time }: Handover): string {
  const leaves = `${time.slice(0, 16)}:00`;
  const isTime = fromWallClock(time, DEFAULT_TIME_ZONE) !== null;
  return isTime && leaves < plannedPickupTime ? leaves : plannedPickupTime;
}

function CarChoice({ order, handover }: { order: HandoverOrder; handover: Handover }) {
  const labels = useLabels('orderTask');
  const translate = useTranslate();
  const start = startOf(order, handover);
  const { cars, free, out, ownIsFree, settled } = useCars(order, start);
  const box = useChoiceBox(useBoxState(), {
    choices: cars,
    settled,
    nameOf: ({ plate }) => plate,
    isOff: ({ out: since }) => since !== undefined,
    choose: ({ id }) => handover.change({ carId: id }),
  });
  const { carId } = handover.draft;
  const outText = useOutText();
  const has = out.find((car) => car.id === carId);
  const planned = fromWallClock(order.plannedPickupTime, handover.zone);
  const early =
    start < order.plannedPickupTime && carId === order.carId && !ownIsFree && !has && planned !== null
      ? earlyPromised(planned, handover.zone)
      : undefined;
  const chosen = carId === null ? null : (cars.find((car) => car.id === carId) ?? { id: carId, plate: `#${carId}` });
  const field = (
    <HandoverField
      name="carId"
      required
      label={labels.field('carId')}
      error={handover.errorOf('carId') ?? (early && translate(messageKey(early.code), early.params))}
      help={order.subModelName}
    >
      {({ id, invalid, describedBy }) => (
        <Autocomplete<Plate>
          {...box}
          id={id}
          value={chosen}
          fullWidth
          getOptionKey={(car) => car.id}
          isOptionEqualToValue={(a, b) => a.id === b.id}
          onChange={(_event, car) => handover.change({ carId: car?.id ?? null })}
          noOptionsText={translate('rental.booking.noFreeCar')}
          renderOption={({ key, ...option }, car) => (
            <Box component="li" key={key} {...option} sx={{ minHeight: 48 }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Box sx={{ fontWeight: 500 }}>{car.plate}</Box>
                <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
                  {[
                    car.subModelName,
                    car.mileage === undefined ? '' : `${formatNumber(car.mileage)} km`,
                    car.out ? outText(car.out) : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Box>
              </Box>
            </Box>
          )}
          renderInput={(params) => (
            <TextField
              {...params}
              hiddenLabel
              error={invalid}
              slotProps={{
                htmlInput: {
                  ...params.inputProps,
                  'aria-describedby': describedBy,
                  'aria-required': true,
                  style: { fontSize: 18, fontWeight: 500 },
                },
              }}
            />
          )}
        />
      )}
    </HandoverField>
  );
  return (
    <>
      {field}
      {has?.out && (
        <OutNotice
          plate={has.plate}
          out={has.out}
          free={free.filter((car) => car.id !== has.id)}
          onTake={(id) => handover.change({ carId: id })}
        />
      )}
    </>
  );
}

function PickupForm({ order, onClose }: { order: HandoverOrder; onClose: () => void }) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const notify = useNotify();
  const provider = useRentalProvider();
  const handover = useHandover(
    'pickup',
    order,
    (input) => provider.call('POST', '/order/pickup', input),
    usePickupPayment(order),
  );
  const { payment } = handover;
  const parts = doneParts(handover);
  const send = async () => {
    const answer = await handover.send();
    if (!answer) return;
    for (const { message } of answer.warnings) notify(message, { type: 'warning' });
    handover.finish();
    onClose();
  };
  return (
    <HandoverFrame
      title={translate('rental.handover.title.pickup', { plate: order.plate || order.subModelName || '' })}
      subtitle={[order.orderNo, order.renterName, codeLabel('memberVerified', order.memberVerified)].join(' · ')}
      progress={translate(progressKey(handover), {
        done: parts.done,
        of: parts.of,
        smart_count: handover.uploads.waiting || parts.photos,
      })}
      verb={
        payment
          ? translate('rental.handover.send.paidPickup', { amount: payment.sum })
          : translate('rental.handover.send.pickup')
      }
      busy={handover.busy}
      waiting={handover.uploads.busy || (handover.unpaid && !payment && !handover.overrides.allowUnpaid)}
      dirty={handover.dirty}
      onSend={() => void send()}
      onDiscard={() => {
        handover.discard();
        onClose();
      }}
      onClose={onClose}
    >
      <HandoverForm
        kind="pickup"
        order={order}
        handover={handover}
        car={
          <>
            <OverrideNotice handover={handover} order={order} />
            <CarChoice order={order} handover={handover} />
            <UnwashedNotice handover={handover} />
          </>
        }
        last={
          <>
            {payment && <PaymentField order={order} payment={payment} />}
            <SignatureField order={order} handover={handover} />
          </>
        }
      />
    </HandoverFrame>
  );
}

function Dialog({ record, onClose }: HandoverDialogProps) {
  useTexts('rental.handover');
  // What stands against handing out a car is said in the words of its screens, and of what a rental needs.
  useTexts('rental.vehicle');
  useTexts('rental.availability');
  const order = useMemo(() => withoutCovered(record as HandoverOrder), [record]);
  return <PickupForm order={order} onClose={onClose} />;
}

/** Handing the car over (O7). */
export default function PickupDialog(props: ActionProps<unknown>) {
  return <HandoverAction {...props} dialog={Dialog} />;
}
