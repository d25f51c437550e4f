import { useEffect, useState } from 'react';
import { Alert, Box, Button, DialogContent, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { ChoiceSelect, Labelled, LinkedText, LoadProblem, QuestionDialog, useLabels, useTexts } from 'forecourt/admin';
import type { FreeCar, RentalCalls } from '../../../calls/index.ts';
import { formatTHB, toWallClock } from '../../../rules/index.ts';
import { useStores } from '../../booking/useStores.ts';
import { Figures } from '../../Figures.tsx';
import { amountIn, amountOf } from '../../steps/amounts.ts';
import { askedField } from '../../steps/askedField.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { StepDialog } from '../../steps/StepDialog.tsx';
import { StepField, useFieldCheck } from '../../steps/StepField.tsx';
import { CarChoices } from '../dialogs/CarChoices.tsx';
import { withWholeOrder } from '../dialogs/withWholeOrder.tsx';
import type { OrderInfo } from '../info/orderInfo.ts';
import { FIELD_OF, changeBody, changeProblems } from './changeRules.ts';
import { ReadingFields, Tick, form } from './ReadingFields.tsx';
import { useChangeQuote, useFreeCarsAt } from './useChange.ts';

type Answer = RentalCalls['POST /order/changecar']['answer'];

const Heading = ({ children }: { readonly children: string }) => (
  <Typography component="h3" sx={{ fontWeight: 600, fontSize: 15, pt: 1, borderTop: 1, borderColor: 'divider' }}>
    {children}
  </Typography>
);

/** Where the cars change hands: a store of the clerk's own, or one of the order's. */
function StoreField({ order }: { readonly order: OrderInfo }) {
  const { own } = useStores();
  const ends = (['pickup', 'return'] as const).map((end) => ({
    id: order[`${end}StoreId`] as number,
    storeName: String(order[`${end}StoreName`] ?? `#${String(order[`${end}StoreId`])}`),
  }));
  const stores = [...ends, ...own].filter(({ id }, at, all) => all.findIndex((each) => each.id === id) === at);
  return (
    <Labelled model={form} field={askedField(form, 'storeId')} required disabled={false} validate={[]} group>
      {(bound) => (
        <ChoiceSelect
          bound={bound}
          choices={stores.map(({ id, storeName }) => ({ text: String(id), label: storeName }))}
          value={String(bound.value ?? '')}
          onChange={([id]) => bound.onChange(Number(id))}
        />
      )}
    </Labelled>
  );
}

/** The car that comes back: its readings, or why there are none, and where it goes from here. */
function OldCar({ order, problems }: { readonly order: OrderInfo; readonly problems: Problems }) {
  const translate = useTranslate();
  const [cannotRead, fate] = useWatch({ name: ['cannotRead', 'fate'] }) as [unknown, unknown];
  return (
    <>
      <Heading>{translate('rental.order.carChange.old', { plate: String(order['plate'] ?? '') })}</Heading>
      <Tick name="cannotRead" label={translate('rental.order.carChange.cannotRead')} />
      {cannotRead === 1 ? (
        <StepField model={form} name="unread" required />
      ) : (
        <ReadingFields names={['mileage', 'oil', 'photos']} problems={problems} />
      )}
      <StepField model={form} name="fate" required />
      {fate === 'shop' && <StepField model={form} name="shopUntil" required={false} />}
      {fate === 'totalLoss' && <Alert severity="warning">{translate('rental.order.carChange.totalLoss')}</Alert>}
    </>
  );
}

type Problems = (values: Readonly<Record<string, unknown>>) => ReturnType<typeof changeProblems>;

/** The new car, by the free ones of the store, and what it shows. */
function NewCar({
  order,
  problems,
  onCars,
}: {
  readonly order: OrderInfo;
  readonly problems: Problems;
  readonly onCars: (cars: readonly FreeCar[]) => void;
}) {
  const translate = useTranslate();
  const check = useFieldCheck('newCarId');
  const [storeId, time] = useWatch({ name: ['storeId', 'time'] }) as [number | null, string];
  const { data, error, refetch } = useFreeCarsAt(order, storeId, time);
  const booked = order['subModelId'] as number;
  const cars = data?.toSorted((a, b) => Number(b.subModelId === booked) - Number(a.subModelId === booked));
  useEffect(() => {
    if (data) onCars(data);
  }, [data, onCars]);
  return (
    <>
      <Heading>{translate('rental.order.carChange.new')}</Heading>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!cars && !error && <Skeleton variant="rounded" height={120} />}
      {cars?.length === 0 && <Alert severity="warning">{translate('rental.order.carChange.none')}</Alert>}
      {cars && cars.length > 0 && (
        <Labelled model={form} field={askedField(form, 'newCarId')} required disabled={false} validate={[check]} group>
          {(bound) => <CarChoices bound={bound} cars={cars} bookedModelId={booked} />}
        </Labelled>
      )}
      <ReadingFields names={['newMileage', 'newOil', 'newPhotos']} problems={problems} />
    </>
  );
}

/** Whether the price stays, what the rest would cost otherwise, and what is to be known of the new car. */
function Price({ order }: { readonly order: OrderInfo }) {
  const translate = useTranslate();
  const price = useWatch({ name: 'price' }) as unknown;
  const { data, isFetching } = useChangeQuote(order);
  const difference = data?.difference ?? undefined;
  const total = price === 'new' ? data?.total : amountIn(order, 'total') / 100;
  return (
    <>
      <StepField model={form} name="price" required />
      {price === 'new' && <StepField model={form} name="priceReason" required />}
      {data && (
        <Figures
          busy={isFetching}
          rows={[
            {
              label: translate('rental.order.carChange.difference'),
              value:
                difference === undefined
                  ? translate('rental.order.carChange.noPrice')
                  : `${difference > 0 ? '+' : ''}${formatTHB(amountOf(Math.abs(difference))!)}`,
            },
            {
              label: translate('rental.order.total.after'),
              value: total === undefined || total === null ? '–' : formatTHB(amountOf(total)!),
              strong: true,
            },
          ]}
        />
      )}
      {data?.errors.map(({ code, message }) => (
        <Alert key={code} severity="error">
          <LinkedText text={message} />
        </Alert>
      ))}
      {data?.warnings.map(({ code, message }) => (
        <Alert key={code} severity="warning">
          <LinkedText text={message} />
        </Alert>
      ))}
    </>
  );
}

/** What is to be known once it is done. */
function Known({ title, answer, onClose }: { title: string; answer: Answer; onClose: () => void }) {
  const translate = useTranslate();
  return (
    <QuestionDialog title={title} busy={false} onClose={onClose}>
      <DialogContent sx={{ display: 'grid', gap: 1 }}>
        {answer.warnings.map(({ code, message }) => (
          <Alert key={code + message} severity="warning">
            {message}
          </Alert>
        ))}
        <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          <Button variant="contained" onClick={onClose} sx={{ minHeight: 40 }}>
            {translate('ra.action.close')}
          </Button>
        </Box>
      </DialogContent>
    </QuestionDialog>
  );
}

function ChangeForm({ step, order }: { step: StepProps; order: OrderInfo }) {
  const labels = useLabels('carChange');
  useTexts('rental.order.carChange');
  const [opened] = useState(() => Date.now());
  const [cars, setCars] = useState<readonly FreeCar[]>([]);
  const [answer, setAnswer] = useState<Answer | undefined>();
  const problems: Problems = (values) => changeProblems(values, order, cars, Math.max(opened, Date.now()));
  if (answer) return <Known title={labels.one} answer={answer} onClose={step.onClose} />;
  return (
    <StepDialog
      step={step}
      initial={{
        time: `${toWallClock(opened, order.timeZone).slice(0, 16)}:00`,
        storeId: order['pickupStoreId'],
        ...{ reason: 'breakdown', remark: '', cannotRead: 0, unread: '', fate: 'shop', shopUntil: '' },
        ...{ mileage: null, oil: null, photos: [], mileageConfirmed: 0 },
        ...{ newCarId: null, newMileage: null, newOil: null, newPhotos: [], newMileageConfirmed: 0 },
        ...{ price: 'kept', priceReason: '' },
      }}
      rules={problems}
      body={(values) => changeBody(values, order)}
      fieldOf={(name) => FIELD_OF[name] ?? name}
      onDone={(data) => {
        const told = data as Answer | null;
        if (told && told.warnings.length > 0) setAnswer(told);
        else step.onClose();
      }}
    >
      <StepField model={form} name="reason" required />
      <StepField model={form} name="remark" required={false} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
        <StepField model={form} name="time" required />
        <StoreField order={order} />
      </Box>
      <OldCar order={order} problems={problems} />
      <NewCar order={order} problems={problems} onCars={setCars} />
      <Price order={order} />
    </StepDialog>
  );
}

/** Goes on with another car during a rental: one comes back, the other goes out (O26). */
export default withWholeOrder(ChangeForm);
