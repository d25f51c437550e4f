// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import blacklist from '../../../../schemas/blacklist.json';
import document from '../../../../schemas/document.json';
import member from '../../../../schemas/member.json';
import { ActionButton, strictConsole } from 'forecourt/testing';
import { registerComponents, ShowGroups, useResourceModel } from 'forecourt/admin';
import type { EntitySchema } from 'forecourt/model';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import { lazyAction } from '../steps/lazyAction.tsx';
import MemberDocuments from './MemberDocuments.tsx';
import MemberSummary from './MemberSummary.tsx';
import { RenterLink } from './RenterLink.tsx';

const MemberBlacklist = lazyAction(() => import('./MemberBlacklist.tsx'));

strictConsole();
registerComponents({ eager: { MemberBlacklist, MemberDocuments, MemberSummary } });

const schemas = { member, document, blacklist } as unknown as Readonly<Record<string, EntitySchema>>;
const of = (type: number, status: number, id: number | null = null) => ({
  ...{ id, type, status, name: '', url: id === null ? '' : 'abc', remark: status === 3 ? 'blurred' : '' },
  ...{ expiryDate: '', uploadTime: '', auditTime: '' },
});
const MEMBER = {
  ...{ id: 7, name: 'Mia', countryCode: '+66', phone: '812345678', idType: 2, idNo: 'P1', status: 1 },
  ...{ verified: 1, blacklisted: 1, documents: [of(1, 2, 31), of(2, 3, 32), of(3, 1, 33), of(4, 0)] },
  blacklist: [{ id: 4, type: 2, reason: 'still owes March' }],
  money: { orders: 3, open: 1, payable: 9000, due: 1200, held: 5000 },
};
const MASKED = { ...MEMBER, phone: '812***678', idNo: 'P*' };

function Page() {
  const model = useResourceModel('member');
  return <ShowGroups model={model} record={MEMBER} />;
}
function Blacklisting() {
  const model = useResourceModel('member');
  const action = model.actions.find(({ name }) => name === 'blacklist')!;
  return <ActionButton model={model} action={action} record={MASKED} />;
}

it('says who is proven, why somebody is on the blacklist, what is owed and what is held', async () => {
  await renderDesk(() => <Page />, { schemas });
  await screen.findByText('Blacklisted · Unpaid rent · still owes March');
  for (const text of ['Verified', '3 (1 open)', 'THB 9,000.00', 'THB 1,200.00', 'THB 5,000.00'])
    expect(screen.getByText(text)).toBeTruthy();
});

it('has a row for each document: what was reviewed can be uploaded again, what waits cannot, what is missing can', async () => {
  await renderDesk(() => <Page />, { schemas });
  const table = within(await screen.findByRole('table'));
  const rows = table.getAllByRole('row').slice(1);
  const said = rows.map((row) =>
    within(row)
      .queryAllByRole('button')
      .map((button) => button.textContent || button.getAttribute('aria-label')),
  );
  expect(said).toEqual([['View File', 'Upload again'], ['View File', 'Upload again'], ['View File'], ['Upload']]);
  expect(within(rows[1]!).getByText('blurred')).toBeTruthy();
  expect(within(rows[3]!).getByText('Not uploaded')).toBeTruthy();
});

it('shows nobody a picture who may not see documents, and offers no upload', async () => {
  await renderDesk(() => <Page />, { schemas, permissions: ['member-detail', 'member-document'] });
  const table = within(await screen.findByRole('table'));
  expect(table.getAllByText('Private file')).toHaveLength(3);
  expect(table.queryAllByRole('button')).toEqual([]);
});

it('a new entry of the blacklist begins with the whole phone and ID number, not with what the list shows', async () => {
  const { calls } = await renderDesk(() => <Blacklisting />, {
    schemas,
    answers: {
      'GET /member/info/7': () => ({ data: MEMBER }),
      'POST /member/blacklist/save': () => ({ data: { id: 9, updateTime: '' } }),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add to blacklist' }));
  const dialog = within(await screen.findByRole('dialog'));
  const box = (name: string) => dialog.findByLabelText<HTMLInputElement>(name, { exact: false });
  expect((await box('Phone')).value).toBe('812345678');
  expect((await box('ID number')).value).toBe('P1');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/member/blacklist/save',
      body: { type: 1, phone: '812345678', idNo: 'P1' },
    }),
  );
});

it('an order leads to its member, for who may see members; others read the name', async () => {
  const order = { id: 5, memberId: 7, renterName: 'Mia Chen' };
  await renderDesk(() => <RenterLink record={order} />, { schemas });
  // The desk of the tests knows no addresses of its own; the detail of the member it is.
  expect((await screen.findByRole('link', { name: 'Mia Chen' })).getAttribute('href')).toBe('#/member/7/show');
  cleanup();
  await renderDesk(() => <RenterLink record={order} />, { schemas, permissions: ['order-list'] });
  expect(await screen.findByText('Mia Chen')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
