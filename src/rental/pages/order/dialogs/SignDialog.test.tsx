// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RaRecord } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { hasUnsavedChanges } from '../../../../framework/admin/index.ts';
import { strictConsole } from '../../../../framework/admin/testing/strictConsole.ts';
import { renderDesk } from '../../booking/testing/renderDesk.tsx';
import SignDialog from './SignDialog.tsx';

strictConsole();
// There is nothing to draw on here: a press is a signature.
vi.mock('./Signature.tsx', () => ({
  Signature: ({ onChange }: { onChange: (draw: () => Promise<Blob>) => void }) => (
    <button onClick={() => onChange(() => Promise.resolve(new Blob()))}>draw</button>
  ),
}));

it('a signature is not thrown away unasked, by whatever closes the dialog or the page', async () => {
  const onClose = vi.fn();
  const contract = { languages: [], orderNo: 'R1', updateTime: '2027-01-01 10:00:00' };
  const { unmount } = await renderDesk(
    (model) => (
      <SignDialog
        model={model}
        action={model.actions.find(({ name }) => name === 'sign')!}
        record={{ id: 7, renterName: 'May' } as RaRecord}
        onClose={onClose}
      />
    ),
    { answers: { 'GET /order/contract/7': () => ({ status: 404, message: 'none', data: contract }) } },
  );
  await userEvent.click(await screen.findByText('draw'));
  expect(hasUnsavedChanges()).toBe(true);
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByText('The signature will be lost.')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  unmount();
  expect(hasUnsavedChanges()).toBe(false);
});
