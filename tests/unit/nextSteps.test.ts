import { expect, test } from 'vitest';
import en from '../../i18n/en-US.json';
import th from '../../i18n/th-TH.json';
import zh from '../../i18n/zh-CN.json';
import * as labels from '../../packages/forecourt/cli/check/labels.ts';
import frameworkEn from '../../packages/forecourt/src/i18n/en-US.json';
import frameworkTh from '../../packages/forecourt/src/i18n/th-TH.json';
import frameworkZh from '../../packages/forecourt/src/i18n/zh-CN.json';
import { mergeCatalogues } from 'forecourt/locale';
import documented from './documentedMessages.json';

const catalogues = {
  'en-US': labels.textsOf(mergeCatalogues(frameworkEn, en)),
  'zh-CN': labels.textsOf(mergeCatalogues(frameworkZh, zh)),
  'th-TH': labels.textsOf(mergeCatalogues(frameworkTh, th)),
} as const;

/** A verb that begins a sentence or a part of one, in the imperative. */
const VERBS = [
  ...['Add', 'Ask', 'Book', 'Call', 'Cancel', 'Carry', 'Change', 'Check', 'Choose', 'Close', 'Complete', 'Confirm'],
  ...['Correct', 'Count', 'Delete', 'Draw', 'Edit', 'Enter', 'Fill', 'Finish', 'Give', 'Hand', 'Have', 'Import'],
  ...['Keep', 'List', 'Look', 'Make', 'Mark', 'Move', 'Open', 'Plan', 'Put', 'Read', 'Reduce', 'Reject', 'Remove'],
  ...['Renew', 'Reopen', 'Request', 'Review', 'Revoke', 'Save', 'Say', 'Search', 'Select', 'Send', 'Set', 'Sign'],
  ...[
    'Start',
    'Take',
    'Tell',
    'Type',
    'Unbind',
    'Undo',
    'Upload',
    'Wait',
    'Write',
    'Come',
    'Begin',
    'Try',
    'Retry',
    'Deduct',
  ],
  ...['Disable', 'Leave', 'Quote', 'Use'],
];
const STEP = {
  'en-US': new RegExp(String.raw`(?:^|[.:;,?!] |\b(?:or|and) )(?:please )?(?:${VERBS.join('|')})\b`, 'iu'),
  'zh-CN': /请/u,
  'th-TH': /กรุณา|โปรด|ให้(?:ใช้|ไปที่)|^กรอก/u,
} as const;

/** Texts that need no next step, by their reason. A pattern stands for a family. */
const SELF_EXPLAINING: Readonly<Record<string, readonly RegExp[]>> = {
  'the field beside it waits for another value, and the text says which fits': [
    /^msg\.(after|bad[A-Z]\w*|below|buddhistYear|duplicate|givenTwice|invalid|mustBeBelow|mustExceed|outOfRange)$/u,
    /^msg\.(parameterError|readOnly|required|too[A-Z]\w*|unknown(Code|Field|Version)|rangeRequired)$/u,
    /^msg\.(area\.\w+|upload\.(file|video)TooLarge|password\.\w+|proof\.wrong|invitees\.tooMany|webhook\.(filter|unknownState))$/u,
    /^msg\.apiKey\.(endFar|notAnAddress)$|^msg\.import\.(badType|fewerCells|moreCells|tooLongCell)$/u,
    /^msg\.(store\.(advanceOrder|nightOverlap|pauseOrder|pauseOverlap)|blacklist\.needOne|car\.identityFixed)$/u,
    /^rental\.(field\.required|money\.amountPositive|stock\.backwards|coupon\.refusal\.notPositive)$/u,
    /^rental\.vehicle\.missing\./u,
    /^rental\.(deduction|refund|deposit|preauth)\.refusal\.tooMuch$|^rental\.fee\.refusal\.reductionTooLarge$/u,
    /^rental\.drawer\.refusal\.(carriedTooMuch|negative)$|^rental\.inspection\.refusal\.notLater$/u,
    /^rental\.order\.refusal\.(mileageInvalid|oilInvalid|penaltyRange|returnBeforePickup)$/u,
    /^rental\.maintenance\.refusal\.endBeforeStart$|^rental\.quote\.error\.discount(Percent|TooLarge)$/u,
    /^rental\.store\.(advanceOrder|nightOverlap|pauseOrder|pauseOverlap)$/u,
    /^rental\.trip\.refusal\.(endAbove|endBelowStart|startBelow)$|^rental\.violation\.refusal\.future$/u,
  ],
  'it has happened already, or the state rules it out for good: nothing is left to do': [
    /^msg\.(alreadyDone|history\.same|webhook\.isQueued|channels\.nothingToDo|idempotency(Reused|Running))$/u,
    /^msg\.(menu\.everything|role\.lastSuper|tab\.\w+|secondFactor\.none)$/u,
    /^rental\.\w+\.refusal\.state\./u,
    /^rental\.(coupon\.refusal\.none|drawer\.refusal\.taken|fee\.refusal\.voided|gps\.refusal\.notBound)$/u,
    /^rental\.member\.refusal\.(erasureAsked|erasureDecided|undone)$|^rental\.preauth\.refusal\.cancelled$/u,
    /^rental\.order\.refusal\.(noChannel|signed)$|^rental\.vehicle\.refusal\.alreadyAudited$/u,
    /^rental\.deposit\.refusal\.nothing(Due|Held)$|^rental\.violation\.refusal\.used$|^rental\.car\.notFound$/u,
  ],
  'it is said after something was done, or names what another text says': [
    /^msg\.(success|confirm|captcha\.(sent|text)|recover|invite\.(sent|subject)|register\.done|session|login\.signedOut|oidc\.signedIn|logout|ok)\b/u,
    /^msg\.(outbox\.queued|sms\.queued|push\.queued|importRows|channels\.reconciled|gps\.\w+(\.\w+)?)$/u,
    /^msg\.(apiKey\.issued|webhook\.(issued|replayQueued|testQueued)|secondFactor\.(confirmed|ended|forgotten|reset)|passkey\.(added|removed|signedIn)|oidc\.removed)$/u,
    /^msg\.(delete|operation|undelete|save|import|export|upload)\.(failed|several)$|^msg\.cascade\.refused$/u,
    /^msg\.(error|forbidden)\.title$|^msg\.(copy|dispatch)\.notice$|^msg\.import\.(no|yes)$/u,
    /^msg\.(fault|manyRefusals|proof\.failed)$|^rental\.(coupon\.dropped|channel\.(cancelled|notice))$/u,
  ],
  'only programs hear it': [
    /^msg\.(noSuchPath|noQuery|unsafeInteger|oidc\.logoutRefused|apiKey\.(sessionOnly|noAgents|noScim))$/u,
  ],
};

const given = documented as Readonly<Record<string, { readonly said?: readonly string[] }>>;
const isGiven = (key: string): boolean =>
  Object.entries(given).some(([name, { said = [] }]) => name === key || said.includes(key));

/** A warning or a question goes on by its own buttons. */
const refusals = [...catalogues['en-US'].keys()].filter((key) =>
  /^msg\.|^rental\.(?:(?:.+\.)?(?:refusal|error|missing)|availability|renew|time|field|money)\.|^rental\.store\.(?:.*Order|.*Overlap|.*Invalid|.*Required|.*Max|ownCity|zoneInUse)$/u.test(
    key,
  ),
);

const needsNone = (key: string): boolean =>
  Object.values(SELF_EXPLAINING).some((family) => family.some((pattern) => pattern.test(key)));

test.each(['en-US', 'zh-CN', 'th-TH'] as const)(
  'names the next step in every refusal, or needs none: %s',
  (language) => {
    expect(refusals.length).toBeGreaterThan(500);
    const walls = refusals
      .filter((key) => !needsNone(key) && !isGiven(key))
      .filter((key) => !STEP[language].test(catalogues[language].get(key) ?? ''));
    expect(walls.map((key) => `${key}: ${catalogues[language].get(key)}`)).toEqual([]);
  },
);

test('no pattern stands among the self-explaining texts that no text needs', () => {
  const idle = Object.values(SELF_EXPLAINING)
    .flat()
    .filter((pattern) => !refusals.some((key) => pattern.test(key)));
  expect(idle.map(String)).toEqual([]);
});
