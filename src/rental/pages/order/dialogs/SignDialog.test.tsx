import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RaRecord } from 'react-admin';
import { beforeEach, expect, it, vi } from 'vitest';
import { hasUnsavedChanges } from 'forecourt/admin';
import { type Reply, strictConsole } from 'forecourt/testing';
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

const CONTRACT = {
  orderNo: 'R1',
  updateTime: '2027-01-01 10:00:00',
  document: { title: 'Contract R1', sections: [], termsTitle: 'Terms', terms: [], agreement: 'Agreed' },
};

const open = (contract: () => Reply | Promise<Reply>, onClose = vi.fn()) =>
  renderDesk(
    (model) => (
      <SignDialog
        model={model}
        action={model.actions.find(({ name }) => name === 'sign')!}
        record={{ id: 7, renterName: 'May' } as RaRecord}
        onClose={onClose}
      />
    ),
    { answers: { 'GET /order/contract/7': contract } },
  );

it('what is not there yet cannot be signed', async () => {
  let answer: ((reply: Reply) => void) | undefined;
  await open(() => new Promise<Reply>((resolve) => (answer = resolve)));
  await waitFor(() => expect(answer).toBeDefined());
  expect(screen.queryByRole('img', { name: /May/ })).toBeNull();
  answer!({ data: CONTRACT });
  await screen.findByRole('heading', { name: 'Contract R1' });
  await draw();
  expect(screen.getByRole('button', { name: 'Sign contract' })).toHaveProperty('disabled', false);
});

it('a signature is not thrown away unasked, by whatever closes the dialog or the page', async () => {
  const onClose = vi.fn();
  const { unmount } = await open(() => ({ data: CONTRACT }), onClose);
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
