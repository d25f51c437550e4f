/** What the templates of order messages may speak of (D-ADM-14). */
export const SMS_VARIABLES = [
  'renterName',
  'orderNo',
  'plate',
  'model',
  'pickupTime',
  'returnTime',
  'pickupStore',
  'returnStore',
  'total',
] as const;
type SmsVariable = (typeof SMS_VARIABLES)[number];

/** What a template and a name stand for; a name that is no variable stays as it was typed. */
export const fillTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (braces, name: string) => (Object.hasOwn(values, name) ? values[name]! : braces));

/** Variables of a template in the order of their first mention. */
export const variablesOf = (template: string): readonly SmsVariable[] => {
  const named = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return [...new Set(named)].filter((name): name is SmsVariable => SMS_VARIABLES.includes(name as SmsVariable));
};

/** The message as it is sent: the signature, as it was typed, stands before the text. */
export const signed = (signature: string | null | undefined, text: string): string =>
  signature ? `${signature} ${text}` : text;

interface SmsLength {
  readonly characters: number;
  /** How many messages the operator counts. */
  readonly parts: number;
  /** Characters a single message holds: 160 of the GSM alphabet, 70 where any other occurs. */
  readonly limit: 160 | 70;
}

const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** These take two places. */
const GSM_EXTENDED = '\f^{}\\[~]|€';

/** How long a text is for an operator (3GPP TS 23.038): parts of a long message are shorter, as each says which one it is. */
export function smsLength(text: string): SmsLength {
  const letters = [...text];
  const isGsm = letters.every((letter) => GSM.includes(letter) || GSM_EXTENDED.includes(letter));
  const characters = isGsm
    ? letters.reduce((sum, letter) => sum + (GSM_EXTENDED.includes(letter) ? 2 : 1), 0)
    : text.length;
  const [limit, part] = isGsm ? ([160, 153] as const) : ([70, 67] as const);
  return { characters, limit, parts: characters === 0 ? 0 : characters <= limit ? 1 : Math.ceil(characters / part) };
}
