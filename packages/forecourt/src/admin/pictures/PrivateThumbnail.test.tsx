// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { PrivateThumbnail } from './PrivateThumbnail.tsx';

strictConsole();

const FILE = { path: '/resources/book/7/files/cover', name: 'abc' } as const;
const PATH = `GET ${FILE.path}`;
const show = (answer: () => Response | { status: number; message: string }) =>
  renderAdmin(<PrivateThumbnail {...FILE} title="View cover" />, { answers: { [PATH]: answer } });
const picture = (): Response => new Response(new Blob(['x'], { type: 'image/png' }));

it('reads nothing until somebody asks to see it, once then, and lays nothing over it; what was refused can be tried again', async () => {
  let refused = true;
  const { calls } = await show(() => (refused ? { status: 404, message: 'Not found' } : picture()));
  const readings = () => calls.filter(({ path }) => path.startsWith('/resources/book'));
  await screen.findByRole('button', { name: 'View cover' });
  expect(readings()).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'View cover' }));
  await screen.findByText('Not found');
  refused = false;
  await userEvent.click(screen.getByRole('button', { name: 'admin.list.retry' }));
  const image = await screen.findByRole<HTMLImageElement>('img', { name: 'View cover' });
  expect(image.src).toMatch(/^blob:/);
  expect(readings()).toHaveLength(2);
  // Who looks is burnt into the picture by the server.
  expect(screen.queryByText(/^may May/)).toBeNull();

  await userEvent.keyboard('lll+0r--');
  expect(image.style.transform).toBe('translate(0px, 0px) rotate(90deg) scale(1)');
  await userEvent.keyboard('{ArrowLeft}{ArrowDown}');
  expect(image.style.transform).toBe('translate(60px, -60px) rotate(90deg) scale(1)');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
