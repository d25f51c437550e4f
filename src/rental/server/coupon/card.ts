import { encode } from 'uqr';

/** What stands on a coupon's card, in the words of one language. */
interface CouponCard {
  readonly company: string;
  readonly title: string;
  /** Large: what it gives. */
  readonly value: string;
  /** Small below it: the value in yuan for reference; empty for free days. */
  readonly reference: string;
  readonly condition: string;
  /** For whom it was made; empty for anybody. */
  readonly holder: string;
  readonly code: string;
  readonly hint: string;
  /** Used or cancelled, across the card; empty while it is good. */
  readonly stamp: string;
}

const WIDTH = 720;
const HEIGHT = 360;
const QR_SIZE = 200;
const QR_LEFT = WIDTH - QR_SIZE - 36;
const QR_TOP = 60;
/** The product's own fonts first: the desk puts them into the picture that it shows and hands on. */
const FONT =
  "'Inter Variable', 'Noto Sans SC Variable', 'Noto Sans Thai Variable', 'PingFang SC', 'Microsoft YaHei', Tahoma, system-ui, sans-serif";

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text of anybody inside the picture: no mark-up, and no control characters, which no XML may hold. */
export const escaped = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

const LONGEST = 40;
/** A long name must not run into the code beside it. */
const short = (text: string): string => {
  const signs = Array.from(text);
  return signs.length > LONGEST ? `${signs.slice(0, LONGEST - 1).join('')}…` : text;
};

/** The code as a QR code: dark squares as one path. */
function qrPath(code: string): string {
  const { data, size } = encode(code, { ecc: 'M', border: 0 });
  const step = QR_SIZE / size;
  const at = (value: number): string => (value * step).toFixed(2);
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${at(x)} ${at(y)}h${at(1)}v${at(1)}h-${at(1)}z`] : [])),
  );
  return squares.join('');
}

/** Font size at which the text fits beside the QR code; wide signs count double. */
function fitting(text: string, most: number): number {
  const units = Array.from(text).reduce((sum, sign) => sum + (sign.codePointAt(0)! > 0x2e7f ? 1 : 0.64), 0);
  return Math.min(most, Math.floor((QR_LEFT - 60) / Math.max(units, 1)));
}

/** The picture of a coupon (D-CPN-05): value, condition, the code in large letters and as a QR code. Every text is escaped. */
export function couponCard(card: CouponCard): string {
  const line = (y: number, size: number, text: string, more = ''): string =>
    text === '' ? '' : `<text x="36" y="${y}" font-size="${size}" ${more}>${escaped(short(text))}</text>`;
  const stamp =
    card.stamp === ''
      ? ''
      : `<g transform="translate(${QR_LEFT + QR_SIZE / 2} ${QR_TOP + QR_SIZE / 2}) rotate(-18)"><rect x="-110" y="-32" width="220" height="64" rx="8" fill="#fff" stroke="#b91c1c" stroke-width="4"/><text y="11" text-anchor="middle" font-size="30" font-weight="700" fill="#b91c1c">${escaped(card.stamp)}</text></g>`;
  const texts = [
    line(54, 18, card.company, 'fill="#ffedd5"'),
    line(82, 22, card.title, 'fill="#fff" font-weight="600"'),
    line(162, fitting(card.value, 52), card.value, 'fill="#9a3412" font-weight="700"'),
    line(190, 18, card.reference, 'fill="#57534e"'),
    line(220, 18, card.condition, 'fill="#1c1917"'),
    line(246, 16, card.holder, 'fill="#57534e"'),
    line(
      312,
      42,
      card.code,
      'fill="#1c1917" font-weight="700" letter-spacing="4" font-family="ui-monospace, Menlo, Consolas, monospace"',
    ),
    line(340, 14, card.hint, 'fill="#57534e"'),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="${FONT}" role="img"><title>${escaped(`${card.title} ${card.code}`)}</title><clipPath id="card"><rect width="${WIDTH}" height="${HEIGHT}" rx="20"/></clipPath><g clip-path="url(#card)"><rect width="${WIDTH}" height="${HEIGHT}" fill="#fff7ed"/><rect width="${WIDTH}" height="104" fill="#c2410c"/><rect x="${QR_LEFT - 16}" y="${QR_TOP - 16}" width="${QR_SIZE + 32}" height="${QR_SIZE + 32}" rx="12" fill="#fff"/></g><path transform="translate(${QR_LEFT} ${QR_TOP})" d="${qrPath(card.code)}" fill="#1c1917"/>${texts.join('')}${stamp}<rect x="1" y="1" width="${WIDTH - 2}" height="${HEIGHT - 2}" rx="19" fill="none" stroke="#fdba74" stroke-width="2"/></svg>`;
}
