import { expect, it } from 'vitest';
import { couponCard, escaped } from './card.ts';

const card = {
  company: 'Forecourt',
  title: 'Amount off',
  value: 'THB 400.00 off',
  reference: '(¥ 80.00)',
  condition: 'For a rental from THB 3,000.00',
  holder: 'For 张三丰 สมชาย',
  code: 'AB2CD3EF9H',
  hint: 'Show this code',
  stamp: '',
};

it('the card shows value, yuan, condition, holder in any script, and the code in letters and as a QR code', () => {
  const svg = couponCard(card);
  for (const text of ['THB 400.00 off', '(¥ 80.00)', 'For a rental from THB 3,000.00', '张三丰 สมชาย', 'AB2CD3EF9H'])
    expect(svg).toContain(text);
  // A version 1 code has 21 × 21 squares, nearly half of them dark.
  expect(svg.match(/M[\d.]+ [\d.]+h/g)!.length).toBeGreaterThan(150);
  expect(svg).not.toContain('rotate(-18)');
  expect(couponCard({ ...card, stamp: 'Used' })).toContain('rotate(-18)');
});

it('no text can become mark-up: names are escaped, control characters left out, long ones cut', () => {
  const svg = couponCard({ ...card, holder: `<script>alert("1")</script>&'\u0000${'长'.repeat(80)}` });
  expect(svg).not.toContain('<script');
  expect(svg).toContain('&lt;script&gt;');
  expect(svg).not.toContain('长'.repeat(40));
  expect(escaped(`a<b>&"'\u0007`)).toBe('a&lt;b&gt;&amp;&quot;&apos;');
});
