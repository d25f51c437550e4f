import type { ComponentType } from 'react';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RaRecord } from 'react-admin';
import { vi } from 'vitest';
import english from '../../../../../../i18n/en-US.json';
import vehicle from '../../../../../../schemas/vehicle.json';
import type { Reply } from 'forecourt/testing';
import type { EntitySchema } from 'forecourt/model';
import { renderDesk, type Answers } from '../../../booking/testing/renderDesk.tsx';
import type { StepProps } from '../../../steps/dialogAction.tsx';

const ORDER = {
  id: 7,
  orderNo: 'R26112100007',
  status: 1,
  renterName: 'May',
  plate: '',
  carId: null,
  subModelId: 3,
  pickupStoreId: 1,
  returnStoreId: 1,
  etc: 0,
  plannedPickupTime: '2027-03-01 10:00:00',
  plannedReturnTime: '2027-03-04 10:00:00',
  actualPickupTime: '',
  total: 3950,
  payable: 3950,
  paid: 1000,
  due: 2950,
  remark: '',
  deliveryStaffId: null,
  pickupStaffId: null,
};
export const done = (): Reply => ({ message: 'Saved successfully', data: { id: 1 } });

interface Setting {
  readonly answers?: Answers;
  readonly record?: Partial<typeof ORDER>;
  readonly permissions?: readonly string[];
  readonly later?: readonly string[];
}

/** Opens the dialog of a step over a fake server, in English and with every right unless told. */
export async function open(
  Dialog: ComponentType<StepProps>,
  name: keyof typeof english.resources.order.actions,
  { answers = {}, record = {}, permissions = ['index'], later }: Setting = {},
) {
  const onClose = vi.fn();
  const { calls } = await renderDesk(
    (model) => (
      <Dialog
        model={model}
        action={model.actions.find((one) => one.name === name)!}
        record={{ ...ORDER, ...record } as RaRecord}
        onClose={onClose}
      />
    ),
    { answers, permissions, later, schemas: { vehicle: vehicle as EntitySchema } },
  );
  const verb = english.resources.order.actions[name];
  await screen.findByRole('dialog');
  return {
    onClose,
    press: () => userEvent.click(screen.getByRole('button', { name: verb })),
    button: () => screen.getByRole('button', { name: verb }),
    sent: () => calls.filter((call) => call.method === 'POST' && call.path !== '/order/quote').map((call) => call.body),
  };
}

export const retype = async (label: RegExp, text: string) => {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), text);
};
export const choose = async (box: RegExp, option: RegExp) => {
  await userEvent.click(screen.getByRole('combobox', { name: box }));
  await userEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: option }));
};
