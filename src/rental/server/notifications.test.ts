import { expect, it } from 'vitest';
import enUS from '../../../i18n/en-US.json';
import thTH from '../../../i18n/th-TH.json';
import zhCN from '../../../i18n/zh-CN.json';
import { notifications } from './notifications.ts';

it.each(Object.entries({ 'en-US': enUS, 'th-TH': thTH, 'zh-CN': zhCN }))(
  'every kind of notification has a sentence, of what it says and nothing else: %s',
  (_language, { notifications: sentences }) => {
    expect(Object.keys(sentences).toSorted()).toEqual(Object.keys(notifications).toSorted());
    for (const [name, { says = {} }] of Object.entries(notifications)) {
      const sentence = sentences[name as keyof typeof sentences];
      const spoken = [...sentence.matchAll(/%\{(\w+)\}/g)].map(([, parameter]) => parameter);
      expect([name, spoken.toSorted()]).toEqual([name, Object.keys(says).toSorted()]);
    }
  },
);
