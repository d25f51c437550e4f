declare module 'saxen' {
  /** A reader of XML that tells what it comes by. What a handler throws ends it. */
  export class Parser {
    on(event: 'openTag', tell: (name: string, attributes: () => Record<string, string>) => void): this;
    on(event: 'closeTag' | 'text' | 'cdata', tell: (text: string) => void): this;
    on(event: 'error', tell: (error: Error) => void): this;
    parse(xml: string): Error | null;
  }
}
