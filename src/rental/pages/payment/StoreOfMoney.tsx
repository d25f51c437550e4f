import { useQuery } from '@tanstack/react-query';
import { useTranslate, type RaRecord } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { ChoiceSelect, Labelled, madeOf, useTexts } from 'forecourt/admin';
import { moneyStore, type MoneyStore, type MoneyStoreFacts, type Problem } from '../../rules/index.ts';
import { useRentalProvider } from '../provider.ts';
import { askedField } from '../steps/askedField.ts';
import { useFieldCheck, type StepValues } from '../steps/StepField.tsx';
import { PAYMENT_FORM } from './form.ts';
import { cashIn } from './paymentLines.ts';

interface OwnStore {
  readonly id: number;
  readonly storeName: string;
}

/** The stores of the user, whose drawers are within reach. */
export function useOwnStores(): readonly OwnStore[] {
  const provider = useRentalProvider();
  const { data = [] } = useQuery({
    queryKey: ['booking', 'own stores'],
    meta: madeOf('store'),
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => (await provider.call('GET', '/basics/getstore', {}, { signal })).data,
  });
  return data;
}

const idOf = (value: unknown): number | null => (value ? Number(value) : null);

/** What the rule says of the money in the form; undefined while nobody knows where the car is. */
function storeOf(values: StepValues, record: RaRecord, stores: readonly OwnStore[]): MoneyStore | undefined {
  const order = record as unknown as MoneyStoreFacts['order'];
  if (stores.length === 0 || order.status === undefined) return undefined;
  const own = stores.map(({ id }) => id);
  if (!own.includes(order.pickupStoreId) && !own.includes(order.returnStoreId)) return undefined;
  return moneyStore({ chosen: idOf(values['storeId']), own, order, isCash: cashIn(values) > 0 });
}

/** What is wrong with the store of the money in the form (D-MONEY-09). */
export function storeProblems(values: StepValues, record: RaRecord, stores: readonly OwnStore[]): readonly Problem[] {
  const found = storeOf(values, record, stores);
  return found && 'problem' in found ? [found.problem] : [];
}

/** Whose drawer the money comes into: asked of who works in several stores, and begun with what the rule says (D-MONEY-09). */
export function StoreOfMoney({ record, stores }: { readonly record: RaRecord; readonly stores: readonly OwnStore[] }) {
  useTexts('rental.order.payment');
  const translate = useTranslate();
  const values = useWatch() as StepValues;
  const check = useFieldCheck('storeId');
  if (stores.length < 2) return null;
  const found = storeOf(values, record, stores);
  const chosen = idOf(values['storeId']) ?? (found && 'storeId' in found ? found.storeId : null);
  return (
    <Labelled
      model={PAYMENT_FORM}
      field={askedField(PAYMENT_FORM, 'storeId')}
      required={false}
      disabled={false}
      validate={[check]}
      group
    >
      {(bound) => (
        <ChoiceSelect
          bound={bound}
          choices={stores.map(({ id, storeName }) => ({ text: String(id), label: storeName }))}
          value={chosen === null ? '' : String(chosen)}
          onChange={([text]) => bound.onChange(text ? Number(text) : null)}
          empty={{ label: translate('rental.order.payment.chooseStore'), disabled: true }}
        />
      )}
    </Labelled>
  );
}
