import { describe, expect, it } from 'vitest';
import { createMessages } from './messages.ts';

const languages = [
  { code: 'zh-CN', name: '简体中文' },
  { code: 'en-US', name: 'English' },
  { code: 'th-TH', name: 'ไทย' },
];

describe('the language of a request', () => {
  const messages = createMessages({ 'zh-CN': {}, 'en-US': {}, 'th-TH': {} }, { languages });
  it.each([
    ['en-US', 'en-US'],
    ['th-TH,th;q=0.9', 'th-TH'],
    ['en;q=0.5, th;q=0.8', 'th-TH'],
    ['fr-FR, en;q=0.1', 'en-US'],
    ['EN-us', 'en-US'],
    ['fr', 'zh-CN'],
    ['*', 'zh-CN'],
    ['en;q=0', 'zh-CN'],
    [';;;q=,,=', 'zh-CN'],
    [undefined, 'zh-CN'],
  ])('of %j is %s', (header, language) => {
    expect(messages.asked(header)).toBe(language);
  });
});

describe('messages', () => {
  const texts = {
    'zh-CN': { msg: { few: '至少 %{min}', only: '只有中文', rows: '%{count} 行' } },
    'en-US': {
      msg: {
        few: 'At least %{min}',
        rows: '%{count} row |||| %{count} rows',
        days: '%{days} day of %{of} |||| %{days} days of %{of}',
      },
    },
    'th-TH': {},
  };
  const shortTime = { 'zh-CN': 'MM月DD日 HH:mm', 'en-US': 'D MMM HH:mm', 'th-TH': 'D MMM HH:mm' };
  const { t } = createMessages(texts, { languages, shortTime });

  it('write a time as readers of the language do', () => {
    const at = { min: '2026-12-08 12:30:00' };
    expect([t('en-US')('msg.few', at), t('zh-CN')('msg.few', at)]).toEqual([
      'At least 8 Dec 12:30',
      '至少 12月08日 12:30',
    ]);
    expect(t('th-TH')('msg.few', at)).toContain('8 ธ.ค. 12:30');
  });

  it('fill their placeholders and leave unknown ones alone', () => {
    expect(t('en-US')('msg.few', { min: 3 })).toBe('At least 3');
    expect(t('en-US')('msg.few', { max: 3 })).toBe('At least %{min}');
  });

  it('say one as one and several as several', () => {
    const said = [0, 1, 2, 21].map((count) => t('en-US')('msg.rows', { count }));
    expect(said).toEqual(['0 rows', '1 row', '2 rows', '21 rows']);
  });

  it('count by whatever their first number is called, written out or not', () => {
    const said = [1, 2].map((days) => t('en-US')('msg.days', { name: '7', days, of: 1 }));
    expect(said).toEqual(['1 day of 1', '2 days of 1']);
    expect(['1', '1,234'].map((count) => t('en-US')('msg.rows', { count }))).toEqual(['1 row', '1,234 rows']);
  });

  it('have as many forms as their language', () => {
    const files = '%{count} plik |||| %{count} pliki |||| %{count} plików';
    const polish = createMessages({ 'pl-PL': { files } }, { languages: [{ code: 'pl-PL', name: 'polski' }] }).t(
      'pl-PL',
    );
    const said = [0, 1, 3, 5, 22, 112, '1,234'].map((count) => polish('files', { count }));
    expect(said).toEqual(['0 plików', '1 plik', '3 pliki', '5 plików', '22 pliki', '112 plików', '1,234 pliki']);
  });

  it('fall back to the default language', () => {
    expect(t('en-US')('msg.only')).toBe('只有中文');
  });
});
