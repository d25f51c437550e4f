import { describe, expect, it } from 'vitest';
import type { Database } from '../contract.ts';
import { createMessages } from '../messages.ts';
import { passwordRule } from './passwordRule.ts';

const texts = { app: { title: 'Harbour Boats' } };
const messages = createMessages(
  { 'zh-CN': { app: { title: '海港租船' } }, 'en-US': texts, 'th-TH': texts },
  { languages: ['zh-CN', 'en-US', 'th-TH'].map((code) => ({ code, name: code })) },
);
const rule = passwordRule(messages, { companyNames: () => Promise.resolve(['Andaman Sailing Co., Ltd.']) });
const somchai = {
  username: 'somchai.jaidee',
  name: '张小伟 Somchai',
  phone: '+66 81-234-5678',
  email: 'sj.boatswain@blue-lagoon.example',
};
const problem = (password: string): Promise<string | undefined> =>
  rule.problem(password, somchai, undefined as unknown as Database);

const WEAK: Readonly<Record<string, readonly string[]>> = {
  tooShort: ['1234567', 'Ab3$xyz'],
  common: [
    ...['password', 'PassWord', 'iloveyou', 'woaini1314', 'football', 'ｐａｓｓｗｏｒｄ１'],
    // Other signs for letters, and what is put before and behind a word.
    ...['P@ssw0rd', 'p@$$w0rd2024!', 'iloveyou1', 'admin1234', 'Sunshine#2026', '!!dragon!!', '2026Elephant', 'letmein2026!'],
    ...['monkeydragon', 'Bangkok2026', 'drowssap1'],
  ],
  personal: [
    ...['somchai.jaidee', 'Somchai.Jaidee', 'Somchai2026', 's0mch@i99', 'iahcmos99', 'jaidee-1985', 'somchai-jaidee', '张小伟张2026'],
    ...['0812345678', '+66812345678', '12345678', 'boatswain1', 'Boatswain#2026'],
  ],
  company: ['harbour1', 'Harbour-Boats', 'HarbourBoats2026', '海港租船2026!', 'andaman2026', 'Andaman-Sailing!', 'blue-lagoon1'],
  keyboard: ['asdfghjkl;', 'qwertyuiop[]', 'yhn6tgb5', '!QAZ2wsx#EDC', 'ฟหกดเ้่าส', 'ๆไำพะัีร'],
  repeated: ['        ', 'aaaaaaaa1', 'abababab', 'x7Gq2mx7Gq2m', 'passwordpassword', 'aaaabbbb'],
  season: ['Summer2026', 'summer@2026#', '2026winter!', 'Summ3r-2569', 'March-2026', 'Dec2026!!', '十二月2026年', 'มีนาคม2569', 'ฤดูร้อน2569'],
  sequence: ['20261127', '27/11/1985', 'abcdefgh1'],
}; // prettier-ignore

describe('a password', () => {
  it.each(Object.entries(WEAK).flatMap(([kind, weak]) => weak.map((password) => [password, kind] as const)))(
    '%j is refused as %s',
    async (password, kind) => {
      expect(await problem(password)).toBe(`msg.password.${kind}`);
    },
  );

  it.each(['qwerty12', '1qaz2wsx', 'zaq12wsx', 'poiuytrewq', '1qaz2wsx3edc4rfv', '4rfv5tgb6yhn', 'asdf1234', 'trewq54321'])(
    '%j is refused, as a walk over the keyboard or for being common',
    async (password) => {
      expect(['msg.password.keyboard', 'msg.password.common']).toContain(await problem(password));
    },
  ); // prettier-ignore

  it.each([
    ...['correct horse battery staple', 'red kettle on the hill', 'kitten piano river 42', 'lantern-river-mosaic'],
    ...['红色的水壶在山上唱歌', '周末喜欢骑车去海边看书', 'กาน้ำแดงบนเนินเขา', 'ปลาทองว่ายน้ำเร็วมาก'],
    ...['Rk7mWq2x', '7f$Kq!2zRm', 'tHq9wRk2bZxV', 'were we ever here before', 'Annabel keeps nine quiet tortoises'],
  ])('%j may be used', async (password) => {
    expect(await problem(password)).toBeUndefined();
  });

  it('of a generated administrator is never refused', async () => {
    const made = Array.from({ length: 50 }, (_, index) => `kW${index}r9TqZ4xBn`);
    expect(await Promise.all(made.map(problem))).toEqual(made.map(() => undefined));
  });

  it.each(['p@s5w0rd!1', '4@8(6{3€9!1|0$57+%2', 'qwertyuiop', 'a', '12/11/1985', 'ab', 'ก'])(
    'of 200 characters of %j is judged in no more time than a hash takes',
    async (part) => {
      await problem('warm up the judge');
      const began = performance.now();
      await problem(part.repeat(200).slice(0, 200));
      // Twenty times what it takes on an idle machine.
      expect(performance.now() - began).toBeLessThan(2_000);
    },
  );
});
