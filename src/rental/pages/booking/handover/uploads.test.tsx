import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { KeptFiles } from 'forecourt/admin';
import { BrokenLine, strictConsole } from 'forecourt/testing';
import { renderDesk } from '../testing/renderDesk.tsx';
import { VIDEO } from './draft.ts';
import { PhotoField } from './PhotoField.tsx';
import { useUploads } from './useUploads.ts';

strictConsole();

const kept: KeptFiles = {
  list: () => Promise.resolve([]),
  put: () => Promise.resolve(),
  drop: () => Promise.resolve(),
} as unknown as KeptFiles;

function Video() {
  const uploads = useUploads(kept, () => undefined);
  return <PhotoField field={VIDEO} label="Video" files={[]} uploads={uploads} onRemove={() => undefined} />;
}

it('says that a video waits whose connection broke between two pieces, keeps it in sight, and lets it be called off', async () => {
  vi.stubGlobal('XMLHttpRequest', BrokenLine);
  const { calls } = await renderDesk(() => <Video />, {
    answers: {
      'POST /basics/file/uploads': () => ({ data: { upload: 'u1', largest: 4_194_304 } }),
      'POST /basics/file/uploads/u1/cancel': () => ({ data: null }),
    },
  });
  const film = new File([new Uint8Array(1024 * 1024)], 'car.mp4', { type: 'video/mp4' });
  await userEvent.upload(screen.getByTestId('video-gallery'), film);
  expect(await screen.findByText(/no network/)).toBeTruthy();
  expect(screen.getByRole('progressbar')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /Remove/ }));
  await waitFor(() => expect(screen.queryByText(/no network/)).toBeNull());
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/basics/file/uploads/u1/cancel'));
});
