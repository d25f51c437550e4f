import { describe, expect, it } from 'vitest';
import { composeMail } from './composeMail.ts';

const t = (key: string, params: Record<string, unknown> = {}): string => [key, ...Object.values(params)].join(' ');
const links = { all: 'https://desk/all', settings: 'https://desk/settings' };
const mailOf = (count: number, text = 'Order') =>
  composeMail({
    told: Array.from({ length: count }, (_, at) => ({ text: `${text} ${at}`, link: `https://desk/${at}?a=1&b=2` })),
    links,
    language: 'en-US',
    t,
  });

describe('a mail about notifications', () => {
  it('is called by what it tells, or by how much', () => {
    expect(mailOf(1).subject).toBe('app.title: Order 0');
    expect(mailOf(3).subject).toBe('app.title: mail.subject 3');
  });

  it('says so much at a glance and leads to the rest', () => {
    const { text, html } = mailOf(23);
    expect(text.match(/^Order /gm)).toHaveLength(20);
    expect(text).toContain('mail.more 3\nhttps://desk/all');
    expect(html.match(/<li/g)).toHaveLength(21);
    expect(mailOf(20).text).not.toContain('mail.more');
  });

  it('takes nothing that it says for markup', () => {
    const { html, text } = mailOf(1, '<img src="x"> & co');
    expect(html).toContain('&lt;img src=&quot;x&quot;&gt; &amp; co 0');
    expect(html).toContain('href="https://desk/0?a=1&amp;b=2"');
    expect(text).toContain('<img src="x"> & co 0\nhttps://desk/0?a=1&b=2');
  });
});
