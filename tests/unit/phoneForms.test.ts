import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { codeForm, phoneDigits, phoneForm } from 'forecourt/model';
import locale from '../../locale.json';
import numbers from './phoneNumbers.json';

/** Valid numbers of every calling code as libphonenumber writes them: E.164, calling code, at home, from abroad. */
const KNOWN = numbers as unknown as readonly (readonly [e164: string, code: string, home: string, abroad: string])[];

/** At home a mobile of Argentina is dialled with 15 where its number has 9. */
const ARGENTINA = '54';

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCodePoint(character.codePointAt(0)! + 0xfee0));
const thai = (text: string): string => text.replace(/[0-9]/g, (digit) => '๐๑๒๓๔๕๖๗๘๙'[Number(digit)]!);
const arabic = (text: string): string => text.replace(/[0-9]/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!);

const SCRIPT = fc.constantFrom((text: string) => text, fullWidth, thai, arabic);
const BETWEEN = fc.constantFrom('', ' ', '-', '.', '\u00a0', '\u200b', ' - ', '/');

/** One of a number's spellings, by chance. */
const spelling = fc
  .record({
    number: fc.constantFrom(...KNOWN),
    way: fc.constantFrom('e164', 'home', 'abroad', 'zeros', 'bare', 'codeTwice'),
    script: SCRIPT,
    between: BETWEEN,
    at: fc.nat(20),
  })
  .map(({ number: [e164, code, home, abroad], way, script, between, at }) => {
    const bare = e164.slice(1 + code.length);
    const text = {
      ...{ e164, abroad, bare, zeros: `00${e164.slice(1)}`, codeTwice: abroad },
      home: code === ARGENTINA ? bare : home,
    }[way];
    const country = way === 'home' || way === 'bare' || way === 'codeTwice' ? `+${code}` : '';
    // Never before the plus or within the zeros that stand for it.
    const cut = Math.min(text.length, 2 + at);
    return { e164, country, text: script(text.slice(0, cut) + between + text.slice(cut)) };
  });

describe('a phone number', () => {
  test('is one in every spelling, whichever country it is of', () => {
    fc.assert(
      fc.property(spelling, ({ e164, country, text }) => {
        expect(phoneForm(text, country)).toBe(e164);
      }),
      { numRuns: 3_000 },
    );
  });

  test('is never another one', () => {
    const forms = new Map(KNOWN.map(([e164, code, , abroad]) => [phoneForm(abroad, `+${code}`), e164]));
    expect(forms.size).toBe(KNOWN.length);
  });

  it.each([
    ['081-234-5678', '', '+66812345678'],
    ['812345678', '+66', '+66812345678'],
    ['+66081-234-5678', '+86', '+66812345678'],
    ['+66 (0)81 234 5678', '', '+66812345678'],
    ['66812345678', '+66', '+66812345678'],
    ['0066812345678', '', '+66812345678'],
    ['๐๘๑-๒๓๔-๕๖๗๘', '', '+66812345678'],
    ['13812345678', '', '+8613812345678'],
    ['+86138 1234 5678', '+66', '+8613812345678'],
    ['8613812345678', '', '+8613812345678'],
    ['(02) 126-0718', '', '+6621260718'],
    ['021-62881234', '', '+862162881234'],
    ['17012345678,8812', '+86', '+8617012345678;8812'],
    ['021-6288 1234 转8812', '+86', '+862162881234;8812'],
    ['021-6288 1234 ext. 8812', '+86', '+862162881234;8812'],
  ])('%j with %j is %s', (text, country, form) => expect(phoneForm(text, country, locale.phoneCodes)).toBe(form));

  it.each(['138****1234', '138xxxx1234', '', 'none', '12', '+', '***'])('%j is none', (text) =>
    expect(phoneForm(text, '+86')).toBeUndefined(),
  );

  it('with another extension is another one', () =>
    expect(phoneForm('17012345678,8812', '+86')).not.toBe(phoneForm('17012345678,8813', '+86')));

  it('is searched without calling code and what is dialled before it', () =>
    expect(
      ['081-234-5678', '+66812345678', '812345678'].map((text) => phoneDigits(phoneForm(text, '', ['66']))),
    ).toEqual(['812345678', '812345678', '812345678']));
});

describe('a number of letters and digits', () => {
  const CHARACTERS = [...'ABCXYZ0123456789กขค'];
  const number = fc.array(fc.constantFrom(...CHARACTERS), { minLength: 1, maxLength: 20 }).map((all) => all.join(''));

  test('is one in every spelling', () => {
    const gaps = fc.array(fc.constantFrom('', '', ' ', '-', '.', '/', '\u00a0', '\u200b', '－'), {
      minLength: 20,
      maxLength: 20,
    });
    fc.assert(
      fc.property(number, gaps, SCRIPT, fc.boolean(), (code, between, script, small) => {
        const spelt = [...code].map((character, at) => character + between[at]!).join('');
        expect(codeForm(script(small ? spelt.toLowerCase() : spelt))).toBe(code);
      }),
    );
  });

  test('is never another one', () => {
    fc.assert(
      fc.property(number, number, (one, other) => {
        fc.pre(one !== other);
        expect(codeForm(one)).not.toBe(codeForm(other));
      }),
    );
  });

  it.each([
    ['กข 5084 ภูเก็ต', 'กข5084ภูเก็ต'],
    ['กข-5084', 'กข5084'],
    ['กข ๕๐๘๔', 'กข5084'],
    ['ａｂ 5084', 'AB5084'],
    ['沪A·12345', '沪A12345'],
    ['g 123-456', 'G123456'],
  ])('%j is %s', (text, form) => expect(codeForm(text)).toBe(form));

  it('of which a part is hidden is none', () => expect(codeForm('11010119********34')).toBeUndefined());
});
