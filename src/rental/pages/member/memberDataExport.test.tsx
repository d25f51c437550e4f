// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import dataRequest from '../../../../schemas/dataRequest.json';
import member from '../../../../schemas/member.json';
import { ActionButton, strictConsole } from 'forecourt/testing';
import { registerComponents, ResourceList, useResourceModel } from 'forecourt/admin';
import type { EntitySchema } from 'forecourt/model';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import { lazyAction } from '../steps/lazyAction.tsx';

const MemberDataExport = lazyAction(() => import('./MemberDataExport.tsx'));

strictConsole();
registerComponents({ eager: { MemberDataExport } });
afterEach(() => vi.restoreAllMocks());

const schemas = { member, dataRequest } as unknown as Readonly<Record<string, EntitySchema>>;
const MIA = { id: 57, name: 'Mia', countryCode: '+66', phone: '812345678', idType: 2, idNo: 'P1', status: 1 };
const EXPORT = 'GET /member/datarequest/export/57';

function Copying() {
  const model = useResourceModel('member');
  const action = model.actions.find(({ component }) => component === 'MemberDataExport')!;
  return <ActionButton model={model} action={action} record={MIA} />;
}

/** What is saved as a file, by its name; happy-dom keeps none. */
function savedFiles() {
  const blobs = new Map<string, Blob>();
  const saved: { readonly name: string; readonly blob: Blob | undefined }[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: blobs.get(this.getAttribute('href') ?? '') });
  });
  return saved;
}

it('saves the copy of all data of a member under the name that the server gives it', async () => {
  const saved = savedFiles();
  const zip = { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="member-57.zip"' };
  const { calls } = await renderDesk(() => <Copying />, {
    schemas,
    answers: { [EXPORT]: () => new Response('PK all of it', { headers: zip }) },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Copy of personal data' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]!.name).toBe('member-57.zip');
  expect(await saved[0]!.blob!.text()).toBe('PK all of it');
  expect(calls.filter(({ path }) => path.startsWith('/member/datarequest/export'))).toHaveLength(1);
});

it('says why there is no copy, and saves nothing', async () => {
  const saved = savedFiles();
  await renderDesk(() => <Copying />, {
    schemas,
    answers: { [EXPORT]: () => ({ status: 403, statusCode: 403, message: 'Not for you' }) },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Copy of personal data' }));
  expect(await screen.findByText('Not for you')).toBeTruthy();
  expect(saved).toEqual([]);
});

it('lists who asked for what, and says of an erasure whether the log is through', async () => {
  const rows = [
    { id: 2, kind: 'erasure', state: 'pending', memberId: 57, memberName: '#57', operatorId: 1, operator: 'May' },
    { id: 1, kind: 'export', state: 'done', memberId: 8, memberName: 'Bo', operatorId: 1, operator: 'May' },
  ].map((row) => ({ ...row, createTime: '2027-02-22 12:00:00', updateTime: '2027-02-22 12:00:00' }));
  await renderDesk(() => <ResourceList resource="dataRequest" />, {
    schemas,
    answers: { 'GET /member/datarequest/list': () => ({ data: { list: rows, total: 2 } }) },
  });
  await screen.findByText('#57');
  const lines = screen.getAllByRole('row').slice(1);
  expect(lines).toHaveLength(2);
  const texts = [
    ['#57', 'Erasure', 'Log is being cleared', 'May'],
    ['Bo', 'Copy of the data', 'Done', 'May'],
  ];
  for (const [at, words] of texts.entries())
    for (const word of words) expect(within(lines[at]!).getByText(word)).toBeTruthy();
});
