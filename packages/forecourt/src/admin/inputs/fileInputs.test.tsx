import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import ResourceForm from '../form/ResourceForm.tsx';
import { testSource } from '../testing/adminModel.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';

strictConsole();

/** A line that says when it has carried what it carries. */
class SlowLine {
  static carried: () => void;
  readonly upload = {};
  status = 200;
  response = { statusCode: 200, data: { name: 'a.png', url: '/files/a.png', size: 1, mimeType: 'image/png' } };
  onload?: () => void;
  onloadend?: () => void;
  open(): void {}
  setRequestHeader(): void {}
  abort(): void {}
  send(): void {
    SlowLine.carried = () => {
      this.onload?.();
      this.onloadend?.();
    };
  }
}

const note = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    picture: { type: 'string', 'x-widget': 'image' },
    more: { type: 'array', 'x-widget': 'images', maxItems: 2, items: { type: 'string' } },
  },
} as const;

const picture = (name: string): File => new File(['x'], name, { type: 'image/png' });

it('a form is not saved without the file that still travels, and is once it has arrived', async () => {
  vi.stubGlobal('XMLHttpRequest', SlowLine);
  const { calls } = await renderAdmin(<ResourceForm resource="note" />, {
    source: { ...testSource, schemas: { ...testSource.schemas, note: () => Promise.resolve(note) } },
    resource: 'note',
    answers: { 'POST /resources/note': ({ body }) => new Response(JSON.stringify({ ...(body as object), id: 1 })) },
  });
  await userEvent.type(await screen.findByLabelText(/^Text/), 'Scratched');
  await userEvent.upload(screen.getByLabelText('Picture'), picture('a.png'));
  await userEvent.click(screen.getByRole('button', { name: 'ra.action.save' }));
  expect(await screen.findByText('admin.upload.underWay')).toBeTruthy();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);

  SlowLine.carried();
  await waitFor(() => expect(screen.queryByText('admin.upload.underWay')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'ra.action.save' }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([
      { path: '/resources/note', body: { text: 'Scratched', picture: 'a.png' } },
    ]),
  );
});

it('says how many of the chosen files find no room', async () => {
  vi.stubGlobal('XMLHttpRequest', SlowLine);
  await renderAdmin(<ResourceForm resource="note" />, {
    source: { ...testSource, schemas: { ...testSource.schemas, note: () => Promise.resolve(note) } },
    resource: 'note',
  });
  await screen.findByLabelText(/^Text/);
  await userEvent.upload(screen.getByLabelText('More'), ['a.png', 'b.png', 'c.png'].map(picture));
  expect(await screen.findByText('admin.upload.tooMany')).toBeTruthy();
});
