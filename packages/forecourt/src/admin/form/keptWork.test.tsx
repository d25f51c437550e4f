// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { draftOf } from './drafts.ts';
import { forgetKeptWork, forgetWorkOfOthers, hasKeptWork } from './keptWork.ts';

const keep = (user: number): void => {
  draftOf<{ name: string }>(user, 'order.save').write({ name: 'Somchai' });
  draftOf<{ name: string }>(user, 'handover.7.pickup', window.localStorage).write({ name: 'Somchai' });
};
const left = (): string[] => [...Object.keys(window.localStorage), ...Object.keys(window.sessionStorage)].toSorted();

it('finds typed work of any form in either storage, and leaves none of it at sign-out', async () => {
  expect(await hasKeptWork()).toBe(false);
  keep(3);
  window.localStorage.setItem('app_language', 'th-TH');
  expect(await hasKeptWork()).toBe(true);
  await forgetKeptWork();
  expect(left()).toEqual(['app_language']);
  expect(await hasKeptWork()).toBe(false);
});

it('leaves whoever signs in his or her own work, and nothing of others', async () => {
  keep(3);
  keep(33);
  await forgetWorkOfOthers(3);
  expect(left()).toEqual(['form_draft.3.handover.7.pickup', 'form_draft.3.order.save']);
});
