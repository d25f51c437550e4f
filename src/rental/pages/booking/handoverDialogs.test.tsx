import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import type { RaRecord } from 'react-admin';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { registerComponents, type ActionProps } from '../../../framework/admin/index.ts';
import { strictConsole } from '../../../framework/admin/testing/strictConsole.ts';
import PickupDialog from './PickupDialog.tsx';
import ReturnDialog from './ReturnDialog.tsx';
import type { Call, Reply } from '../../../framework/admin/testing/fakeServer.ts';
import { FREE_CARS, renderDesk, type Desk } from './testing/renderDesk.tsx';

strictConsole();

/** Uploads go by XMLHttpRequest; this one answers what it is told. */
let uploadAnswer: () => { status: number; statusCode: number; message?: string; data?: unknown };
/** While it is set, uploads travel and do not arrive; called, they do. */
let held: (() => void)[] | undefined;
class FakeUpload {
  upload: { onprogress?: (event: unknown) => void } = {};
  status = 0;
  response: unknown;
  onload?: () => void;
  onerror?: () => void;
  open() {}
  setRequestHeader() {}
  send() {
    const { status, ...envelope } = uploadAnswer();
    this.status = status;
    this.response = envelope;
    // Without a status there was no answer.
    const answer = () => (status === 0 ? this.onerror?.() : this.onload?.());
    if (held) held.push(answer);
    else queueMicrotask(answer);
  }
  abort() {
    this.onload = undefined;
  }
}

beforeEach(() => {
  held = undefined;
  uploadAnswer = () => ({
    status: 200,
    statusCode: 200,
    data: { name: 'abc.jpg', url: '/files/abc.jpg', size: 1, mimeType: 'image/jpeg' },
  });
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  registerComponents({ eager: { PaymentDialog: (() => <div>payment dialog</div>) as ComponentType<never> } });
});

const two = (value: number): string => String(value).padStart(2, '0');
const wall = (hours: number): string => {
  const at = new Date(Date.now() + (hours + 7) * 3_600_000);
  return `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:00`;
};
const ORDER = {
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
const OUT = { status: 2, actualPickupTime: wall(-24), tasks: [{ type: 'pickup', mileage: 1005, oil: 8, voided: 0 }] };

async function open(
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
        ...desk.answers,
      },
    },
  );
  await screen.findByRole('radiogroup');
  return view;
}
const send = (kind: 'pickup' | 'return') =>
  userEvent.click(screen.getByRole('button', { name: kind === 'pickup' ? 'Hand over the car' : 'Take the car back' }));
const mileage = (): HTMLInputElement => screen.getByLabelText('Mileage (km)');
const take = (field: string) =>
  fireEvent.change(screen.getByTestId(`${field}-camera`), {
    target: { files: [new File(['x'], 'p.jpg', { type: 'image/jpeg' })] },
  });

describe('pickup', () => {
  it('names mileage and fuel level when they are missing and sends nothing', async () => {
    const { sent } = await open(PickupDialog, 'pickup');
    await send('pickup');
    expect(screen.getAllByText('Required')).toHaveLength(2);
    expect(sent('/order/pickup')).toEqual([]);
  });

  it("refuses a mileage below the car's before asking the server", async () => {
    const { sent } = await open(PickupDialog, 'pickup');
    await userEvent.type(mileage(), '999');
    await userEvent.click(screen.getByLabelText('5/8'));
    expect(await screen.findByText(/cannot be below the vehicle's mileage/)).toBeTruthy();
    await send('pickup');
    expect(sent('/order/pickup')).toEqual([]);
  });

  it('says before anything is sent that the car may not leave so early, and at the planned time says nothing', async () => {
    const answers = {
      'GET /order/availablecars': ({ query }: Call) => ({
        data: (query['pickupTime'] ?? '') < ORDER.plannedPickupTime ? [] : FREE_CARS,
      }),
    };
    const early = await open(PickupDialog, 'pickup', { answers });
    expect(await screen.findByText(/the vehicle is promised to another order/)).toBeTruthy();
    early.unmount();
    await open(PickupDialog, 'pickup', { answers, order: { plannedPickupTime: wall(-1) } });
    expect(screen.queryByText(/the vehicle is promised to another order/)).toBeNull();
  });

  it('sends photos the moment they are taken and hands over with their names', async () => {
    const { sent } = await open(PickupDialog, 'pickup', {
      answers: { 'POST /order/pickup': () => ({ data: { warnings: [] } }) },
    });
    take('mileagePhoto');
    await screen.findByAltText('Mileage photo 1');
    await userEvent.type(mileage(), '1005');
    await userEvent.click(screen.getByLabelText('8/8'));
    await send('pickup');
    await waitFor(() =>
      expect(sent('/order/pickup')).toEqual([
        expect.objectContaining({ id: 7, carId: 11, mileage: 1005, oil: 8, mileagePhoto: 'abc.jpg' }),
      ]),
    );
  });

  it.each<[string, () => Reply]>([
    ['a 503', () => ({ status: 503, message: 'Busy' })],
    ['a lost line', () => new TypeError('network')],
  ])('keeps everything typed after %s, and pressed again it is the same handover', async (_name, lost) => {
    let answer = lost;
    const { calls } = await open(PickupDialog, 'pickup', { answers: { 'POST /order/pickup': () => answer() } });
    take('mileagePhoto');
    await screen.findByAltText('Mileage photo 1');
    await userEvent.type(mileage(), '1005');
    await userEvent.click(screen.getByLabelText('8/8'));
    await send('pickup');
    expect(await screen.findByText(/It is not known whether this was done/)).toBeTruthy();
    expect(mileage().value).toBe('1005');
    expect(screen.getByAltText('Mileage photo 1')).toBeTruthy();
    answer = () => ({ data: { warnings: [] } });
    await send('pickup');
    await waitFor(() => expect(calls.filter(({ path }) => path === '/order/pickup')).toHaveLength(2));
    const [first, second] = calls.filter(({ path }) => path === '/order/pickup');
    expect(second!.body).toEqual(first!.body);
    expect(second!.headers.get('Idempotency-Key')).toBe(first!.headers.get('Idempotency-Key'));
  });

  it('a file taken off while it travels does not arrive', async () => {
    held = [];
    await open(PickupDialog, 'pickup');
    take('frontPhoto');
    await waitFor(() => expect(held).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Remove Front photo' }));
    held.forEach((arrive) => arrive());
    expect(screen.queryByRole('button', { name: 'Remove Front photo' })).toBeNull();
    expect(screen.queryByAltText('Front photo 1')).toBeNull();
  });

  it('takes a video of the kinds that play, and says so of another file with the right name', async () => {
    const { sent } = await open(PickupDialog, 'pickup', {
      answers: { 'POST /order/pickup': () => ({ data: { warnings: [] } }) },
    });
    const record = (type: string) =>
      fireEvent.change(screen.getByTestId('video-gallery'), {
        target: { files: [new File(['x'], 'walk.mp4', { type })] },
      });
    record('application/x-msdownload');
    expect(await screen.findByText('Please choose an MP4, MOV or WebM video')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove Video' }));
    uploadAnswer = () => ({
      status: 200,
      statusCode: 200,
      data: { name: 'walk', url: '/files/walk', size: 1, mimeType: 'video/mp4' },
    });
    record('video/mp4');
    await screen.findByLabelText('Video 1');
    await userEvent.type(mileage(), '1005');
    await userEvent.click(screen.getByLabelText('8/8'));
    await send('pickup');
    await waitFor(() => expect(sent('/order/pickup')).toEqual([expect.objectContaining({ video: 'walk' })]));
  });

  it('says that an upload failed, keeps the field empty and offers another try', async () => {
    uploadAnswer = () => ({ status: 500, statusCode: 500, message: 'Upload failed' });
    await open(PickupDialog, 'pickup');
    take('frontPhoto');
    expect(await screen.findByText('Upload failed')).toBeTruthy();
    uploadAnswer = () => ({
      status: 200,
      statusCode: 200,
      data: { name: 'abc.jpg', url: '/files/abc.jpg', size: 1, mimeType: 'image/jpeg' },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByAltText('Front photo 1')).toBeTruthy();
  });

  it('waits for the network with what was taken, says so, and sends it when the line is back', async () => {
    const sends = uploadAnswer;
    uploadAnswer = () => ({ status: 0, statusCode: 0 });
    await open(PickupDialog, 'pickup');
    take('frontPhoto');
    expect(await screen.findByText(/^Waiting for the network/)).toBeTruthy();
    expect(screen.getByText(/1 photo waits for the network$/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Hand over the car' })).toHaveProperty('disabled', true);
    uploadAnswer = sends;
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByAltText('Front photo 1')).toBeTruthy();
    expect(screen.queryByText(/Waiting for the network/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Hand over the car' })).toHaveProperty('disabled', false);
  });

  it('begins where it was left when the phone went dark, photos included', async () => {
    const first = await open(PickupDialog, 'pickup');
    await userEvent.type(mileage(), '1005');
    take('frontPhoto');
    await screen.findByAltText('Front photo 1');
    first.unmount();
    // Addresses are short-lived: a draft of yesterday asks for new ones.
    await open(PickupDialog, 'pickup', {
      answers: { 'GET /basics/file/url': () => ({ data: { 'abc.jpg': '/files/abc.jpg?e=2' } }) },
    });
    expect(mileage().value).toBe('1005');
    expect((await screen.findByAltText('Front photo 1')).getAttribute('src')).toBe('/files/abc.jpg?e=2');
  });

  it('of an unpaid order is for those who may and give the reason', async () => {
    const answers = { 'POST /order/pickup': () => ({ data: { warnings: [] } }) };
    const clerk = await open(PickupDialog, 'pickup', {
      order: { payStatus: 0, due: 500 },
      permissions: ['order-edit'],
      answers,
    });
    expect(screen.getByText(/THB 500.00/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Hand over the car' })).toHaveProperty('disabled', true);
    clerk.unmount();

    const { sent } = await open(PickupDialog, 'pickup', {
      order: { payStatus: 0, due: 500 },
      permissions: ['order-edit', 'order-enable'],
      answers,
    });
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.type(mileage(), '1005');
    await userEvent.click(screen.getByLabelText('8/8'));
    await send('pickup');
    expect(sent('/order/pickup')).toEqual([]);
    await userEvent.type(screen.getByLabelText('Remark'), 'later');
    await send('pickup');
    await waitFor(() =>
      expect(sent('/order/pickup')).toEqual([expect.objectContaining({ allowUnpaid: 1, remark: 'later' })]),
    );
  });
});

describe('return', () => {
  it('shows the pictures of the pickup beside the places for the new ones', async () => {
    const [task] = OUT.tasks;
    await open(ReturnDialog, 'return', {
      order: {
        ...OUT,
        tasks: [{ ...task, frontPhoto: '/files/then.jpg', damagePhotos: ['/files/a.jpg', '/files/b.jpg'] }],
      },
    });
    expect((await screen.findByAltText('Front photo 1 · At pickup')).getAttribute('src')).toBe('/files/then.jpg');
    expect(screen.getByAltText('Damage photos 2 · At pickup')).toBeTruthy();
  });

  it('refuses a mileage below the one at pickup', async () => {
    await open(ReturnDialog, 'return', { order: OUT });
    await userEvent.type(mileage(), '1000');
    expect(await screen.findByText(/cannot be below the mileage at pickup/)).toBeTruthy();
  });

  it('shows what it came to, and leads on to the payment of what is due', async () => {
    const { sent } = await open(ReturnDialog, 'return', {
      order: OUT,
      answers: {
        'POST /order/return': () => ({
          data: { overrun: 600, nightReturn: 200, differentCity: 0, total: 4750, due: 800, surplus: 0 },
        }),
      },
    });
    await userEvent.type(mileage(), '1300');
    await userEvent.click(screen.getByLabelText('4/8'));
    await send('return');
    expect(await screen.findByText('AA 11 is back')).toBeTruthy();
    for (const amount of ['THB 600.00', 'THB 200.00', 'THB 800.00']) expect(screen.getByText(amount)).toBeTruthy();
    expect(screen.queryByText('Different-city return')).toBeNull();
    expect(sent('/order/return')).toEqual([
      expect.objectContaining({ id: 7, mileage: 1300, oil: 4, returnStoreId: 1 }),
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Take payment' }));
    expect(await screen.findByText('payment dialog')).toBeTruthy();
  });

  it('says which deposits go back to whom, and from when', async () => {
    const part = (held: number, releaseDate: string) => ({ amount: held, held, releaseDate });
    const deposits = {
      depositType: 1,
      orderDeposit: part(3000, '2027-03-04'),
      violationDeposit: part(2000, '2027-03-11'),
      settled: false,
    };
    await open(ReturnDialog, 'return', {
      order: { ...OUT, deposits },
      answers: {
        'POST /order/return': () => ({
          data: { overrun: 0, nightReturn: 0, differentCity: 0, total: 4750, due: 0, surplus: 0 },
        }),
      },
    });
    await userEvent.type(mileage(), '1300');
    await userEvent.click(screen.getByLabelText('4/8'));
    await send('return');
    expect(await screen.findByText('Goes back to May')).toBeTruthy();
    for (const words of ['Order deposit', 'from 2027-03-04', 'Violation deposit', 'from 2027-03-11'])
      expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText(/THB 3,000.00/)).toBeTruthy();
  });
});
