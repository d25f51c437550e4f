import type { MailPayload } from '../../mail/index.ts';
import type { Translate } from '../../messages.ts';

/** One thing that a mail tells. */
interface MailLine {
  readonly text: string;
  readonly link: string;
}

interface MailSource {
  readonly told: readonly MailLine[];
  /** Where all of it is, and where the reader switches such mail off. */
  readonly links: { readonly all: string; readonly settings: string };
  readonly language: string;
  readonly t: Translate;
}

/** What else there is stands behind one link. */
const MOST_LINES = 20;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

/** What a mail about notifications says, as plain text and as simple HTML; nothing that the bell does not say. */
export function composeMail({ told, links, language, t }: MailSource): MailPayload {
  const product = t('app.title');
  const subject = told.length === 1 ? told[0]!.text : t('mail.subject', { smart_count: told.length });
  const more = told.length - MOST_LINES;
  const lines = [
    ...told.slice(0, MOST_LINES),
    ...(more > 0 ? [{ text: t('mail.more', { smart_count: more }), link: links.all }] : []),
  ];
  const footer = t('mail.footer', { product });
  const items = lines.map(
    ({ text, link }) => `<li style="margin:0 0 12px"><a href="${escaped(link)}">${escaped(text)}</a></li>`,
  );
  return {
    subject: `${product}: ${subject}`,
    text: `${lines.map(({ text, link }) => `${text}\n${link}`).join('\n\n')}\n\n--\n${footer}\n${links.settings}\n`,
    html: `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;font-size:15px;line-height:1.5"><ul style="padding-left:20px">${items.join('')}</ul><p style="font-size:13px;color:#595959">${escaped(footer)} <a href="${escaped(links.settings)}">${escaped(t('mail.settings'))}</a></p></body></html>`,
  };
}
