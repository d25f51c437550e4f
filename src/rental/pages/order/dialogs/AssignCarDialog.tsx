import { useCallback, useEffect, useState } from 'react';
import { Alert, Checkbox, FormControlLabel, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { Labelled, LoadProblem, madeOf, RelationControl, useCan } from 'forecourt/admin';
import type { FreeCar } from '../../../calls/index.ts';
import { assignCarGuard, problem, type Problem } from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { OutNotice } from '../../CarOut.tsx';
import { CarChoices } from './CarChoices.tsx';
import { askedField } from '../../steps/askedField.ts';
import { StepDialog } from '../../steps/StepDialog.tsx';
import type { TakeBack } from '../../steps/useStep.tsx';
import { StepField, useFieldCheck, type StepValues } from '../../steps/StepField.tsx';
import { useRentalProvider } from '../../provider.ts';

/** The plate is given back; the order then counts against its model again. */
const NO_CAR = 0;

function problemsOf(values: StepValues, record: StepProps['record'], cars: readonly FreeCar[]): readonly Problem[] {
  const { carId } = values;
  if (carId === null || carId === undefined) return [problem('field.required', {}, 'carId')];
  const car = cars.find((one) => one.id === carId);
  // A plate typed by hand may be of any model and may not be free: the server knows and says why.
  const refused =
    car &&
    assignCarGuard({
      bookedSubModelId: record['subModelId'] as number,
      carSubModelId: car.subModelId,
      remark: String(values['remark'] ?? ''),
    });
  return refused ? [refused] : [];
}

/** Cars free for the order's time at its pickup store and those that a renter has, those with ETC only when it was wished for (D-ORD-20). */
function useFreeCars(record: StepProps['record']) {
  const provider = useRentalProvider();
  const query = {
    storeId: record['pickupStoreId'] as number,
    returnStoreId: record['returnStoreId'] as number,
    pickupTime: record['plannedPickupTime'] as string,
    returnTime: record['plannedReturnTime'] as string,
    excludeOrderId: Number(record.id),
    withOut: 1 as const,
    ...(record['etc'] === 1 ? { etc: 1 as const } : {}),
  };
  return useQuery({
    queryKey: ['order', 'free cars', query],
    meta: madeOf('vehicle'),
    queryFn: async ({ signal }) => (await provider.call('GET', '/order/availablecars', query, { signal })).data,
    staleTime: 0,
  });
}

interface CarFieldProps extends Pick<StepProps, 'model' | 'record'> {
  readonly cars: readonly FreeCar[];
}

/** The only free car of the booked model is chosen already, unless the order has one or somebody chose. */
function useOnlyCar(booked: readonly FreeCar[]): void {
  const { getValues, setValue } = useFormContext();
  const only = booked.length === 1 ? booked[0]?.id : undefined;
  useEffect(() => {
    if (only !== undefined && (getValues('carId') ?? null) === null) setValue('carId', only);
  }, [only, getValues, setValue]);
}

/** The free cars of the booked model, all others on request, and any plate by name: it shows why that one cannot be had. */
function CarField({ model, record, cars }: CarFieldProps) {
  const translate = useTranslate();
  const check = useFieldCheck('carId');
  const { setValue } = useFormContext();
  const free = cars.filter((car) => car.free !== 0);
  const isBooked = (car: FreeCar): boolean => car.subModelId === record['subModelId'];
  const booked = free.filter(isBooked);
  const out = cars.filter((car) => car.free === 0 && isBooked(car));
  const current = cars.find((car) => car.id === record['carId']);
  useOnlyCar(booked);
  const [others, setOthers] = useState(
    booked.length === 0 || (current !== undefined && current.subModelId !== record['subModelId']),
  );
  const [typed, setTyped] = useState(false);
  const byModel = [...booked, ...free.filter((car) => !isBooked(car))];
  const shown = [...(others ? byModel : booked), ...out];
  return (
    <>
      {current?.out && (
        <OutNotice
          plate={current.plate}
          out={current.out}
          free={byModel.filter(({ id }) => id !== current.id)}
          onTake={(id) => setValue('carId', id, { shouldDirty: true, shouldValidate: true })}
        />
      )}
      {free.length === 0 && <Alert severity="warning">{translate('rental.order.car.none')}</Alert>}
      {free.length > 0 && booked.length === 0 && (
        <Alert severity="info">{translate('rental.order.car.noneOfModel')}</Alert>
      )}
      <Labelled
        model={model}
        field={askedField(model, 'carId')}
        required
        disabled={false}
        validate={[check]}
        group={!typed}
      >
        {(bound) =>
          typed ? (
            <RelationControl
              id={bound.id}
              resource="vehicle"
              value={bound.value as number | null}
              onChange={(id) => bound.onChange(id)}
              onBlur={bound.onBlur}
              inputRef={bound.ref}
              field={{ hiddenLabel: true, error: bound.invalid }}
            />
          ) : (
            <CarChoices
              bound={bound}
              cars={shown}
              bookedModelId={record['subModelId'] as number}
              none={record['carId'] ? NO_CAR : undefined}
            />
          )
        }
      </Labelled>
      <div>
        {!typed && booked.length > 0 && booked.length < free.length && (
          <FormControlLabel
            control={<Checkbox size="small" checked={others} onChange={(_event, on) => setOthers(on)} />}
            label={translate('rental.order.car.others', { count: free.length - booked.length })}
          />
        )}
        <FormControlLabel
          control={<Checkbox size="small" checked={typed} onChange={(_event, on) => setTyped(on)} />}
          label={translate('rental.order.car.byPlate')}
        />
      </div>
    </>
  );
}

/** Why the renter gets another model than booked; asked of who gives one. */
function UpgradeRemark({ model, record, cars }: CarFieldProps) {
  const carId = useWatch({ name: 'carId' }) as number | null;
  const car = cars.find((one) => one.id === carId);
  const other = car ? car.subModelId !== record['subModelId'] : carId !== null && carId !== NO_CAR;
  return other ? <StepField model={model} name="remark" required={car !== undefined} /> : null;
}

/** The car that the order had, or none, as long as nobody has changed the order since. */
function useCarBefore(): TakeBack {
  const provider = useRentalProvider();
  const mayRead = useCan('order-detail');
  return useCallback(
    async ({ id, carId }) => {
      if (!mayRead) return undefined;
      const { data: after } = await provider.getOne('order', { id });
      return async () => {
        const { message } = await provider.call('POST', '/order/assigncar', {
          id: Number(id),
          carId: (carId as number | null | undefined) ?? null,
          updateTime: after['updateTime'] as string,
        });
        return message;
      };
    },
    [provider, mayRead],
  );
}

/** Gives the order a plate, another one, or none (O5). */
export default function AssignCarDialog(step: StepProps) {
  const { model, record } = step;
  const { data: cars, error, refetch } = useFreeCars(record);
  const takeBack = useCarBefore();
  const text = (value: unknown): string => String(value ?? '').trim();
  return (
    <StepDialog
      step={step}
      takeBack={takeBack}
      blocked={!cars}
      initial={{ carId: record['carId'] ?? null }}
      rules={(values) => problemsOf(values, record, cars ?? [])}
      body={({ carId, remark }) => ({
        id: record.id,
        carId: carId === NO_CAR ? null : carId,
        ...(text(remark) === '' ? {} : { remark: text(remark) }),
      })}
    >
      {cars ? (
        <>
          <CarField model={model} record={record} cars={cars} />
          <UpgradeRemark model={model} record={record} cars={cars} />
        </>
      ) : error ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={180} />
      )}
    </StepDialog>
  );
}
