import { adjacencyGraphs } from '@zxcvbn-ts/language-common';

/** Keys of the Thai layout (Kedmanee) and, below each, the key of the US layout in the same place. */
const THAI = 'ๅภถุึคตจขชๆไำพะัีรนยบลฟหกดเ้่าสวงผปแอิืทมใฝ';
const US = '1456789' + '0-=' + "qwertyuiop[]asdfghjkl;'zxcvbnm,./";
const SHIFTED = '!@#$%^&*()_+{}|:"<>?~';
const PLAIN = "1234567890-=[]\\;',./`";

/** Of the steps from key to key, so many to a neighbour make a walk. Words reach a third. */
const WALK = 0.66;

const keyOf = (sign: string): string => {
  const thai = THAI.indexOf(sign);
  const shifted = SHIFTED.indexOf(sign);
  return thai >= 0 ? US[thai]! : shifted >= 0 ? PLAIN[shifted]! : sign;
};

/** Answers the keys that were pressed for a text, without shift, in the US layout. */
export const keysOf = (text: string): string => Array.from(text.toLowerCase(), keyOf).join('');

const NEIGHBOURS: Readonly<Record<string, readonly (string | null)[]>> = adjacencyGraphs.qwerty;

const beside = (one: string, other: string): boolean =>
  (NEIGHBOURS[one] ?? []).some((keys) => keys?.includes(other) ?? false);

/** Whether a text is typed from key to neighbouring key (`qwertyui`, `4rfv5tgb`), in the US layout or in the Thai one. */
export function isKeyboardWalk(text: string): boolean {
  const keys = [...keysOf(text)];
  const steps = keys.slice(1).filter((key, index) => beside(keys[index]!, key));
  return steps.length >= (keys.length - 1) * WALK;
}
