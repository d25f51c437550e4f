/** A call that the page itself has begun before any script was there (`shell/firstPaint.js`). */
interface EarlyAnswer {
  readonly url: string;
  readonly authorization: string;
  readonly answer: Promise<Response>;
}

declare global {
  interface Window {
    earlyAnswer?: EarlyAnswer | undefined;
  }
}

/** The answer to this call where it was asked for already, by the same user. Once: who asks again wants to know anew. */
export function takeEarlyAnswer(url: string, authorization: string | undefined): Promise<Response> | undefined {
  const early = globalThis.window?.earlyAnswer;
  if (early?.url !== url) return undefined;
  window.earlyAnswer = undefined;
  return early.authorization === authorization ? early.answer : undefined;
}
