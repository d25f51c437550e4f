import { Parser } from 'saxen';
import { Unreadable } from './protocol.ts';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text without entities. No other is known: a document cannot declare its own. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name: string | undefined) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    if (code > 0x10ffff) throw new Unreadable('msg.import.badFile');
    return String.fromCodePoint(code);
  });
}

/** The value of an attribute, by its name without the prefix. */
export type Attributes = (name: string) => string | undefined;

interface XmlHandlers {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

function reader(attributes: () => Readonly<Record<string, string>>): Attributes {
  let all: Readonly<Record<string, string>> | undefined;
  return (name) => {
    all ??= attributes();
    const key = name in all ? name : Object.keys(all).find((one) => local(one) === name);
    return key === undefined ? undefined : decoded(all[key]!);
  };
}

/** Thrown by a handler that has seen enough. */
export class Enough extends Error {}

/** Reads a document from its beginning. Names come without their prefix; a document that is no XML is Unreadable. */
export function readXml(xml: string, { open, text, close }: XmlHandlers): void {
  const parser = new Parser();
  const failed = (error: Error): never => {
    throw error instanceof Unreadable || error instanceof Enough ? error : new Unreadable('msg.import.badFile');
  };
  parser.on('error', failed);
  if (open)
    parser.on('openTag', (name: string, attributes: () => Record<string, string>) =>
      open(local(name), reader(attributes)),
    );
  if (text) {
    parser.on('text', (value: string) => text(decoded(value)));
    parser.on('cdata', text);
  }
  if (close) parser.on('closeTag', (name: string) => close(local(name)));
  try {
    parser.parse(xml);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
}
