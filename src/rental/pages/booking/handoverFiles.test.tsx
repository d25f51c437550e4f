import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import PickupDialog from './PickupDialog.tsx';
import ReturnDialog from './ReturnDialog.tsx';
import { choose, fakeCounter, fill, mileage, open, OUT, send, stored, take, uploads } from './testing/counter.tsx';

strictConsole();
fakeCounter();

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

it('a file taken off while it travels does not arrive', async () => {
  uploads.held = [];
  await open(PickupDialog, 'pickup');
  take('frontPhoto');
  await waitFor(() => expect(uploads.held).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Remove Front photo' }));
  uploads.held!.forEach((arrive) => arrive());
  expect(screen.queryByRole('button', { name: 'Remove Front photo' })).toBeNull();
  expect(screen.queryByAltText('Front photo 1')).toBeNull();
});

it('takes a video of the kinds that play, and says so of another file with the right name', async () => {
  const { sent } = await open(PickupDialog, 'pickup', {
    answers: { 'POST /order/pickup': () => ({ data: { warnings: [] } }) },
  });
  const record = (type: string) => choose('video', [new File(['x'], 'walk.mp4', { type })]);
  record('application/x-msdownload');
  expect(await screen.findByText('Please choose an MP4, MOV or WebM video')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Video' }));
  uploads.answer = () => ({
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
  uploads.answer = () => ({ status: 500, statusCode: 500, message: 'Upload failed' });
  await open(PickupDialog, 'pickup');
  take('frontPhoto');
  expect(await screen.findByText('Upload failed')).toBeTruthy();
  uploads.answer = () => ({
    status: 200,
    statusCode: 200,
    data: { name: 'abc.jpg', url: '/files/abc.jpg', size: 1, mimeType: 'image/jpeg' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByAltText('Front photo 1')).toBeTruthy();
});

it('waits for the network with what was taken, says so, and sends it when the line is back', async () => {
  const sends = uploads.answer;
  uploads.answer = () => ({ status: 0, statusCode: 0 });
  await open(PickupDialog, 'pickup');
  take('frontPhoto');
  expect(await screen.findByText(/^Upload failed: no network/)).toBeTruthy();
  expect(screen.getByText(/1 photo waits for the network$/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Hand over the car' })).toHaveProperty('disabled', true);
  uploads.answer = sends;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByAltText('Front photo 1')).toBeTruthy();
  expect(screen.queryByText(/Upload failed/)).toBeNull();
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

/** What the two forms keep beside kilometres and fuel, and how many files of it. */
const FILES = [
  ['idPhotos', 'ID photos', 2],
  ['licencePhotos', 'Licence photos', 2],
  ['attachments', 'Attachments', 2],
  ['video', 'Video', 1],
] as const;

it.each([
  ['pickup', PickupDialog],
  ['return', ReturnDialog],
] as const)(
  '%s keeps two ID photos, two licence photos, two attachments and a video: shown, counted and sent',
  async (kind, Dialog) => {
    const done =
      kind === 'pickup'
        ? { warnings: [] }
        : { overrun: 0, nightReturn: 0, differentCity: 0, total: 0, due: 0, surplus: 0, warnings: [] };
    const { sent } = await open(Dialog, kind, {
      order: kind === 'return' ? OUT : {},
      answers: { [`POST /order/${kind}`]: () => ({ data: done }) },
    });
    let arrived = 0;
    for (const [field, label, count] of FILES) {
      const type = field === 'video' ? 'video/mp4' : 'image/jpeg';
      uploads.answer = () => stored(`${field}${(arrived += 1)}`, type);
      arrived = 0;
      choose(
        field,
        Array.from({ length: count }, (_, index) => new File(['x'], `${index}`, { type })),
      );
      const group = within(screen.getByRole('group', { name: label }));
      for (let index = 1; index <= count; index += 1)
        expect(
          await (field === 'video' ? group.findByLabelText('Video 1') : group.findByAltText(`${label} ${index}`)),
        ).toBeTruthy();
    }
    await fill('1300');
    await send(kind);
    await waitFor(() =>
      expect(sent(`/order/${kind}`)).toEqual([
        expect.objectContaining({
          idPhotos: ['idPhotos1', 'idPhotos2'],
          licencePhotos: ['licencePhotos1', 'licencePhotos2'],
          attachments: ['attachments1', 'attachments2'],
          video: 'video1',
        }),
      ]),
    );
  },
);
