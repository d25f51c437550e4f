/** What `firstPaint.js` has asked for before a script came. */
export interface FirstAnswer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: Promise<Response>;
}

declare global {
  interface Window {
    firstAnswer?: FirstAnswer;
  }
}

/** `fetch` that takes the answer to what the page has asked for already, once; only for the same address, session and language. */
export const takingFirstAnswer =
  (holder: Pick<Window, 'firstAnswer'> = window, ask: typeof fetch = (...call) => fetch(...call)): typeof fetch =>
  (url, init) => {
    const { firstAnswer: first } = holder;
    const headers = new Headers(init?.headers);
    if (
      !first ||
      url !== first.url ||
      Object.entries(first.headers).some(([name, value]) => headers.get(name) !== value)
    )
      return ask(url, init);
    delete holder.firstAnswer;
    return first.answer;
  };
