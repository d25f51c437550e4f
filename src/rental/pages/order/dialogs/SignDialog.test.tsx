import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RaRecord } from 'react-admin';
import { beforeEach, expect, it, vi } from 'vitest';
import { hasUnsavedChanges } from '../../../../framework/admin/index.ts';
import { strictConsole } from '../../../../framework/admin/testing/strictConsole.ts';
import { renderDesk } from '../../booking/testing/renderDesk.tsx';
import SignDialog from './SignDialog.tsx';

strictConsole();
// There is nothing to see here: that something was drawn is what counts.
const paper = new Proxy({}, { get: () => () => undefined, set: () => true }) as CanvasRenderingContext2D;
beforeEach(() => void vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(paper));

/** Draws a line with the mouse. */
async function draw(): Promise<void> {
  const canvas = await screen.findByRole('img', { name: /May/ });
  const at = (clientX: number, buttons: number) => ({
    pointerId: 1,
    pointerType: 'mouse',
    isPrimary: true,
    clientX,
    clientY: 5,
    buttons,
  });
  fireEvent.pointerDown(canvas, at(5, 1));
  fireEvent.pointerMove(window, at(50, 1));
  fireEvent.pointerUp(window, at(50, 0));
}

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
  await draw();
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
