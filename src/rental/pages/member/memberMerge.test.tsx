// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import document from '../../../../schemas/document.json';
import member from '../../../../schemas/member.json';
import memberMerge from '../../../../schemas/memberMerge.json';
import { ActionButton, strictConsole } from 'forecourt/testing';
import { registerComponents, ShowGroups, useResourceModel } from 'forecourt/admin';
import type { EntitySchema } from 'forecourt/model';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import { lazyAction } from '../steps/lazyAction.tsx';
import MemberDocuments from './MemberDocuments.tsx';
import MemberSummary from './MemberSummary.tsx';

const MemberMerge = lazyAction(() => import('./MemberMerge.tsx'));

strictConsole();
registerComponents({ eager: { MemberMerge, MemberDocuments, MemberSummary } });

const schemas = { member, document, memberMerge } as unknown as Readonly<Record<string, EntitySchema>>;
const PARTS = { documents: [], blacklist: [], orders: [], money: null };
const MIA = {
  ...{ id: 7, name: 'Mia', countryCode: '+66', phone: '812345678', email: '', idType: 2, idNo: 'P1', status: 1 },
  ...{ birthday: '', channel: 4, remark: 'likes white cars', updateTime: '2027-01-01 10:00:00', mergedIntoId: null },
  ...{ ...PARTS, duplicates: [{ id: 9, name: 'Mia C.', countryCode: '+66', phone: '081 234 5678', by: ['phone'] }] },
};
const TWIN = {
  ...{ ...MIA, id: 9, name: 'Mia C.', phone: '081 234 5678', email: 'mia@example.com', remark: 'pays cash' },
  ...{ updateTime: '2027-01-02 10:00:00', duplicates: [] },
};
const of = (id: number, status: number) => ({ id, status, expiryDate: '', uploadTime: '2027-01-01 10:00:00' });
const PREVIEW = {
  moves: { orders: 2, open: 1, payable: 9000, due: 1200, held: 5000, coupons: 3, documents: 1, messages: 4 },
  documents: [{ type: 2, survivor: of(31, 3), merged: of(32, 2), keep: 32 }],
  ...{ blacklisted: 1, refusals: [] as string[] },
};
const answers = (preview = PREVIEW) => ({
  'GET /member/info/7': () => ({ data: MIA }),
  'GET /member/info/9': () => ({ data: TWIN }),
  'GET /member/options': () => ({ data: [] }),
  'GET /member/merge/preview': () => ({ data: preview }),
  'POST /member/merge/save': () => ({ data: { id: 1 } }),
});

function Merging() {
  const model = useResourceModel('member');
  const action = model.actions.find(({ name }) => name === 'merge')!;
  return <ActionButton model={model} action={action} record={MIA} />;
}
function Page({ record }: { readonly record: Readonly<Record<string, unknown>> & { id: number } }) {
  const model = useResourceModel('member');
  return <ShowGroups model={model} record={record} />;
}
async function open() {
  await userEvent.click(await screen.findByRole('button', { name: 'Merge with…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('button', { name: /Mia C\./ }));
  return dialog;
}

it('shows what differs and what moves, and sends what was chosen over the members that were seen', async () => {
  const { calls } = await renderDesk(() => <Merging />, { schemas, answers: answers() });
  const dialog = await open();
  const group = async (name: string) => within(await dialog.findByRole('radiogroup', { name }));
  const chosen = async (name: string) =>
    (await group(name)).getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked);
  expect(await chosen('Name')).toEqual([true, false]);
  expect(await chosen('Email')).toEqual([false, true]);
  expect(await chosen('Notes')).toEqual([false, false, true]);
  expect(await chosen('Driver licence')).toEqual([false, true]);
  expect(dialog.queryByRole('radiogroup', { name: 'Identity' })).toBeNull();
  for (const text of ['2 (1 open)', 'THB 9,000.00', 'THB 1,200.00', 'THB 5,000.00'])
    expect(dialog.getByText(text)).toBeTruthy();
  expect(dialog.getByText(/is on the blacklist/)).toBeTruthy();
  await userEvent.click((await group('Phone')).getAllByRole('radio')[1]!);
  await userEvent.click((await group('Driver licence')).getAllByRole('radio')[0]!);
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/member/merge/save',
      body: {
        ...{ survivorId: 7, mergedId: 9, survivorTime: MIA.updateTime, mergedTime: TWIN.updateTime },
        ...{ keep: { phone: 'merged' }, documents: [31] },
      },
    }),
  );
});

it('lets the other one stay, and merges nobody whom the server refuses', async () => {
  const refused = { ...PREVIEW, refusals: ['The member has been merged'] };
  const { calls } = await renderDesk(() => <Merging />, { schemas, answers: answers(refused) });
  const dialog = await open();
  await dialog.findByText('The member has been merged');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Merge' }).disabled).toBe(true);
  await userEvent.click(dialog.getByRole('button', { name: 'Swap' }));
  await waitFor(() =>
    expect(calls.filter(({ path }) => path === '/member/merge/preview').at(-1)?.query).toMatchObject({
      survivorId: '9',
      mergedId: '7',
    }),
  );
});

it('names on the page of a member who is likely the same person, and where a merged one leads', async () => {
  await renderDesk(() => <Page record={MIA} />, { schemas });
  expect((await screen.findByRole('link', { name: 'Mia C.' })).getAttribute('href')).toBe('#/member/9/show');
  await renderDesk(() => <Page record={{ ...TWIN, status: 2, mergedIntoId: 7, mergedIntoName: 'Mia' }} />, { schemas });
  expect((await screen.findAllByRole('link', { name: 'Mia' }))[0]!.getAttribute('href')).toBe('#/member/7/show');
});
