// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import member from '../../../../schemas/member.json';
import { ActionButton, strictConsole } from 'forecourt/testing';
import { registerComponents, ShowGroups, useResourceModel } from 'forecourt/admin';
import type { EntitySchema } from 'forecourt/model';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import { lazyAction } from '../steps/lazyAction.tsx';
import MemberSummary from './MemberSummary.tsx';

const MemberErase = lazyAction(() => import('./MemberErase.tsx'));

strictConsole();
registerComponents({ eager: { MemberErase, MemberSummary } });

const schemas = { member } as unknown as Readonly<Record<string, EntitySchema>>;
const MIA = { id: 57, name: 'Mia', countryCode: '+66', phone: '812345678', idType: 2, idNo: 'P1', status: 1 };
const PREVIEW = {
  goes: { documents: 2, messages: 11, contracts: 3, files: 14 },
  stays: { orders: 6, blacklist: 1, keptUntil: '2032-12-31' },
  refusals: [] as string[],
};

function Erasing() {
  const model = useResourceModel('member');
  const action = model.actions.find(({ name }) => name === 'erase')!;
  return <ActionButton model={model} action={action} record={MIA} />;
}
function Erased() {
  const model = useResourceModel('member');
  return <ShowGroups model={model} record={{ ...MIA, name: '#57', status: 3 }} />;
}
const open = async (preview = PREVIEW) => {
  const desk = await renderDesk(() => <Erasing />, {
    schemas,
    answers: {
      'GET /member/datarequest/erasure': () => ({ data: preview }),
      'POST /member/datarequest/erase': () => ({ data: null }),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Request erasure of personal data' }));
  return { ...desk, dialog: within(await screen.findByRole('dialog')) };
};

it('says what goes, what stays and until when, and erases only when the number of the member is typed', async () => {
  const { calls, dialog } = await open();
  const goes = within(await dialog.findByRole('region', { name: 'What is erased' }));
  for (const count of ['2', '11', '3', '14']) expect(goes.getByText(count)).toBeTruthy();
  const stays = within(dialog.getByRole('region', { name: 'What stays' }));
  for (const text of ['6', '1', '2032-12-31']) expect(stays.getByText(text)).toBeTruthy();
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Request erasure of personal data' });
  const number = dialog.getByRole('textbox', { name: 'Type the number of the member: 57' });
  expect(button.disabled).toBe(true);
  await userEvent.type(number, '5{Enter}');
  expect(button.disabled).toBe(true);
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.type(number, '7');
  await userEvent.click(button);
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([
      expect.objectContaining({ path: '/member/datarequest/erase', body: { id: 57, confirm: 57 } }),
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('offers no erasure while something is in its way, and leads to the orders', async () => {
  const { dialog } = await open({ ...PREVIEW, refusals: ['There are open orders (1)', 'Money is still owed or held'] });
  const reasons = (await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(reasons).toEqual(['There are open orders (1)', 'Money is still owed or held']);
  const href = dialog.getByRole('link', { name: 'Orders of this member' }).getAttribute('href');
  expect(decodeURIComponent(href!)).toBe('#/order/list?filter={"memberId":57}');
  expect(dialog.queryByRole('button', { name: 'Request erasure of personal data' })).toBeNull();
  expect(dialog.queryByRole('textbox')).toBeNull();
});

it('says on the page of a member that it has been erased', async () => {
  await renderDesk(() => <Erased />, { schemas });
  expect(await screen.findByText(/personal data of this member has been erased/)).toBeTruthy();
});
