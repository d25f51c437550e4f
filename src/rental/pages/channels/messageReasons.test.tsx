// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import channelMessage from '../../../../schemas/channelMessage.json';
import outbox from '../../../../schemas/outbox.json';
import { FieldValue, useAdminRuntime } from 'forecourt/admin';
import { strictConsole } from 'forecourt/testing';
import { declareLanguage, theLocale } from 'forecourt/locale';
import type { EntitySchema, Resource } from 'forecourt/model';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import type { catalogues } from '../testing/product.ts';

strictConsole();
afterEach(() => declareLanguage(theLocale().languages[0]!.code));

const schemas = { channelMessage, outbox } as unknown as Readonly<Record<string, EntitySchema>>;

function Value({ of, name, value }: { of: string; name: string; value: unknown }) {
  const { model } = useAdminRuntime();
  const loaded = model.loaded(of) as Resource;
  return <FieldValue model={loaded} name={name} record={{ id: 1, [name]: value }} />;
}

const REASONS = [
  { key: 'rental.order.refusal.blacklisted', params: { type: 'codes.blacklistType.1', reason: 'broke a window' } },
  { key: 'rental.channel.missing', params: { field: 'resources.order.fields.renterIdNo' } },
  { key: 'rental.quote.error.pickupPaused', params: { start: '2027-03-01 10:00:00', end: '2027-03-01 12:00:00' } },
];

it.each<[keyof typeof catalogues, readonly string[]]>([
  ['en-US', ['broke a window', 'ID number is missing', 'from 1 Mar 10:00 to 1 Mar 12:00']],
  ['zh-CN', ['broke a window', '缺少证件号码', '03月01日 10:00']],
  ['th-TH', ['broke a window', 'ไม่มีหมายเลขเอกสาร', '1 มี.ค. 10:00']],
])(
  'why a message was refused is read in the language of the reader, with its words and times: %s',
  async (locale, said) => {
    declareLanguage(locale);
    await renderDesk(() => <Value of="channelMessage" name="reasons" value={REASONS} />, { locale, schemas });
    const text = (await screen.findByText(/broke a window/)).textContent;
    for (const part of said) expect(text).toContain(part);
    expect(text).not.toMatch(/rental\.|codes\.|resources\.|%\{/);
  },
);

it.each<[string, keyof typeof catalogues, string]>([
  ['http 503', 'en-US', 'The other side answered with HTTP 503'],
  ['http 503', 'th-TH', 'ปลายทางตอบกลับด้วย HTTP 503'],
  ['timeout', 'zh-CN', '对方未及时响应'],
  ['no template code', 'zh-CN', '未设置模板编号'],
  ['isv.MOBILE_NUMBER_ILLEGAL', 'th-TH', 'isv.MOBILE_NUMBER_ILLEGAL'],
])(
  'what kept a message from another system is said in words, a code of theirs as it is: %s in %s',
  async (code, locale, words) => {
    await renderDesk(() => <Value of="outbox" name="error" value={code} />, { locale, schemas });
    expect(await screen.findByText(words)).toBeTruthy();
  },
);
