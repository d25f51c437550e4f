/** `minDays` → `Min days`: the label of last resort. */
export function humanise(name: string): string {
  const words = name
    .replace(/Ids?$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The label of last resort of a coded value: words of a program become a phrase (`inProgress`), everything else stays as it is. */
export const humaniseCode = (code: unknown): string =>
  typeof code === 'string' && /^[a-z][a-zA-Z\d_-]*$/.test(code) ? humanise(code) : String(code);
