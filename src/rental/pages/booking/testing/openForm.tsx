import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { bookingDraft } from '../bookingDraft.ts';
import { EMPTY_DRAFT } from '../draft.ts';
import OrderForm from '../OrderForm.tsx';
import { renderDesk, type Desk } from './renderDesk.tsx';

const FILLED = {
  ...EMPTY_DRAFT,
  pickupStoreId: 1,
  returnStoreId: 1,
  plannedPickupTime: '2027-03-01 10:00:00',
  plannedReturnTime: '2027-03-04 13:20:00',
  subModelId: 4,
  renterName: 'May',
  renterPhone: '13800000000',
  renterIdNo: 'E1',
} as const;

export const QUOTE = {
  rentalDays: 3,
  rentalHours: 4,
  total: 4750,
  payable: 12_750,
  difference: null,
  availableCount: 2,
  errors: [],
  warnings: [],
  fees: [
    { item: 'rental', amount: 3600 },
    { item: 'basicInsurance', amount: 300 },
    { item: 'discount', amount: 50 },
    { item: 'orderDeposit', amount: 5000 },
  ],
};
export const quoted = (change: object = {}) => ({ 'POST /order/quote': () => ({ data: { ...QUOTE, ...change } }) });
export const STORED = {
  ...FILLED,
  id: 7,
  orderNo: 'R26112100007',
  updateTime: '2027-01-01 10:00:00',
  status: 1,
  pickupStoreName: 'Phuket Airport',
  returnStoreName: 'Phuket Airport',
  subModelName: 'Toyota Yaris',
};

/** The form as it looks after a reload with half-typed work, or empty. */
export async function open(desk: Desk & { draft?: object; id?: number; known?: Record<string, unknown> } = {}) {
  const { draft, id, known, ...rest } = desk;
  if (draft) bookingDraft(1, id ?? 'new').write({ draft: { ...FILLED, ...draft } });
  const onClose = vi.fn();
  const view = await renderDesk(() => <OrderForm resource="order" id={id} known={known} onClose={onClose} />, {
    ...rest,
    answers: { ...quoted(), ...rest.answers },
  });
  await screen.findByRole('heading', { level: 1 });
  return { ...view, onClose };
}
export const create = () => userEvent.click(screen.getByRole('button', { name: 'Create order' }));
export const field = (name: string): HTMLInputElement => document.getElementById(`booking-${name}`) as HTMLInputElement;
