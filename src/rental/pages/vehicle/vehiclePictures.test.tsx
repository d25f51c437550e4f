// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import vehicle from '../../../../schemas/vehicle.json';
import { FilePicker, BrokenLine, strictConsole, Thumbnails } from 'forecourt/testing';
import { useResourceModel } from 'forecourt/admin';
import { fieldOf, type EntitySchema } from 'forecourt/model';
import { renderDesk } from '../booking/testing/renderDesk.tsx';

strictConsole();

const schemas = { vehicle: vehicle as unknown as EntitySchema };

it('takes pictures only, of two megabytes at most, and says which of the two it was', async () => {
  const { calls } = await renderDesk(() => (
    <FilePicker value={[]} label="Images" image several disabled={false} invalid={false} onChange={() => undefined} />
  ));
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  const typed = userEvent.setup({ applyAccept: false });
  await typed.upload(input, new File(['x'], 'car.txt', { type: 'text/plain' }));
  expect(await screen.findByText('Please select an image format!')).toBeTruthy();
  await typed.upload(input, new File([new Uint8Array(3 * 1024 * 1024)], 'car.png', { type: 'image/png' }));
  expect(await screen.findByText('Image size cannot exceed 2MB!')).toBeTruthy();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('says that an upload waits for the connection, until it is called off', async () => {
  vi.stubGlobal('XMLHttpRequest', BrokenLine);
  onTestFinished(() => void vi.unstubAllGlobals());
  const chosen = vi.fn();
  const { calls } = await renderDesk(
    () => <FilePicker value={[]} label="Images" image several disabled={false} invalid={false} onChange={chosen} />,
    {
      answers: {
        'POST /basics/file/uploads': () => ({ data: { upload: 'u1', largest: 4_194_304 } }),
        'POST /basics/file/uploads/u1/cancel': () => ({ data: null }),
      },
    },
  );
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await userEvent.upload(input, new File([new Uint8Array(1024 * 1024)], 'car.png', { type: 'image/png' }));
  expect(await screen.findByText(/goes on where it stopped/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(chosen).not.toHaveBeenCalled();
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/basics/file/uploads',
    '/basics/file/uploads/u1/cancel',
  ]);
  expect(screen.getByRole('button', { name: 'Choose an image' })).toHaveProperty('disabled', false);
});

function Pictures({ images }: { images: readonly string[] }) {
  const { entity } = useResourceModel('vehicle');
  return (
    <p data-testid={images.length}>
      <Thumbnails field={fieldOf(entity, 'images')} value={images} record={{ id: 5, images }} resource="vehicle" />
    </p>
  );
}

it('asks for the address of a picture by its name, and for none where a car has none', async () => {
  const { calls } = await renderDesk(
    () => (
      <>
        <Pictures images={['a.png']} />
        <Pictures images={[]} />
      </>
    ),
    { schemas, answers: { 'GET /basics/file/url': () => ({ data: { 'a.png': '/files/a.png?until=1' } }) } },
  );
  const picture = await screen.findByRole('img');
  expect(picture.getAttribute('src')).toBe('/files/a.png?until=1');
  expect(screen.getByTestId('0').textContent).toBe('–');
  expect(screen.getByTestId('0').querySelector('img')).toBeNull();
  expect(calls.filter(({ path }) => path === '/basics/file/url').map(({ query }) => query['names'])).toEqual(['a.png']);
});
