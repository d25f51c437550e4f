import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import type { RaRecord } from 'react-admin';
import { beforeEach, vi } from 'vitest';
import { registerComponents, type ActionProps } from 'forecourt/admin';
import { HOUR, type ReturnTerms } from '../../../rules/index.ts';
import { buildSnapshot } from '../../../rules/testing/builders.ts';
import { renderDesk, type Desk } from './renderDesk.tsx';

interface UploadAnswer {
  readonly status: number;
  readonly statusCode: number;
  readonly message?: string;
  readonly data?: unknown;
}
export const stored = (name: string, mimeType = 'image/jpeg'): UploadAnswer => ({
  status: 200,
  statusCode: 200,
  data: { name, url: `/files/${name}`, size: 1, mimeType },
});

/** Uploads go by XMLHttpRequest; this one answers what it is told. */
export const uploads: {
  answer: () => UploadAnswer;
  /** While it is set, uploads travel and do not arrive; called, they do. */
  held: (() => void)[] | undefined;
} = { answer: () => stored('abc.jpg'), held: undefined };
class FakeUpload {
  upload: { onprogress?: (event: unknown) => void } = {};
  status = 0;
  response: unknown;
  onload?: () => void;
  onerror?: () => void;
  open() {}
  setRequestHeader() {}
  send() {
    const { status, ...envelope } = uploads.answer();
    this.status = status;
    this.response = envelope;
    // Without a status there was no answer.
    const answer = () => (status === 0 ? this.onerror?.() : this.onload?.());
    if (uploads.held) uploads.held.push(answer);
    else queueMicrotask(answer);
  }
  abort() {
    this.onload = undefined;
  }
}

/** To be called at the top of each file of tests of the two dialogs. */
export const fakeCounter = (): void =>
  beforeEach(() => {
    Object.assign(uploads, { answer: () => stored('abc.jpg'), held: undefined });
    vi.stubGlobal('XMLHttpRequest', FakeUpload);
    registerComponents({
      eager: {
        PaymentDialog: (() => <div>payment dialog</div>) as ComponentType<never>,
        RefundDialog: (() => <div>refund dialog</div>) as ComponentType<never>,
      },
    });
  });

const two = (value: number): string => String(value).padStart(2, '0');
export const wall = (hours: number): string => {
  const at = new Date(Date.now() + (hours + 7) * 3_600_000);
  return `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:00`;
};
export const ORDER = {
  id: 7,
  orderNo: 'R26112100007',
  status: 1,
  renterName: 'May',
  plate: 'AA 11',
  carId: 11,
  subModelId: 4,
  subModelName: 'Toyota Yaris',
  pickupStoreId: 1,
  returnStoreId: 1,
  returnStoreName: 'Phuket Airport',
  plannedPickupTime: wall(1),
  plannedReturnTime: wall(49),
  actualPickupTime: '',
  payStatus: 1,
  due: 0,
  depositDue: 0,
  /** Signed at the booking: tests of the signature say otherwise. */
  contractStatus: 1,
  contractSignTime: '2027-02-20 09:00:00',
  timeZone: 'Asia/Bangkok',
  tasks: [] as unknown[],
};
const CAR = {
  id: 11,
  status: 1,
  auditStatus: 1,
  mileage: 1000,
  inspectionExpiry: '2099-01-01',
  compulsoryInsurance: { endDate: '2099-01-01' },
};
export const OUT = {
  status: 2,
  actualPickupTime: wall(-24),
  tasks: [{ type: 'pickup', mileage: 1005, oil: 8, voided: 0 }],
};

/** Of an order without limits and prices: nothing but being late is charged. */
export const TERMS: ReturnTerms = {
  snapshot: buildSnapshot(),
  ...{ pickup: Date.now() - 24 * HOUR, chargedUntil: Date.now() + 24 * HOUR, service: 'none' },
  ...{ outMileage: 1005, outOil: 8, earlierKm: 0, earlierFuel: [], fuelPricePerEighth: null, damagePrices: [] },
};

/** Opens one of the two dialogs over a fake server. */
export async function open(
  Dialog: ComponentType<ActionProps>,
  name: 'pickup' | 'return',
  { order = {}, ...desk }: Desk & { order?: object } = {},
) {
  const record = { ...ORDER, ...order } as RaRecord;
  const view = await renderDesk(
    (model) => (
      <Dialog model={model} action={model.actions.find((one) => one.name === name)!} record={record} started />
    ),
    {
      ...desk,
      answers: {
        'GET /order/info/7': () => ({ data: record }),
        'GET /car/info/11': () => ({ data: CAR }),
        'GET /car/damages/11': () => ({ data: { category: 1, marks: [], orderId: null, orderNo: '', time: '' } }),
        'GET /order/returnterms/7': () => ({ data: TERMS }),
        ...desk.answers,
      },
    },
  );
  await screen.findByRole('radiogroup');
  return view;
}
export const send = (kind: 'pickup' | 'return') =>
  userEvent.click(screen.getByRole('button', { name: kind === 'pickup' ? 'Hand over the car' : 'Take the car back' }));
export const mileage = (): HTMLInputElement => screen.getByLabelText('Mileage (km)');
export const choose = (field: string, files: readonly File[], from: 'camera' | 'gallery' = 'gallery') =>
  fireEvent.change(screen.getByTestId(`${field}-${from}`), { target: { files } });
export const take = (field: string) => choose(field, [new File(['x'], 'p.jpg', { type: 'image/jpeg' })], 'camera');
/** Kilometres and fuel, as every handover asks them. */
export const fill = async (kilometres: string): Promise<void> => {
  await userEvent.type(mileage(), kilometres);
  await userEvent.click(screen.getByLabelText('8/8'));
};
