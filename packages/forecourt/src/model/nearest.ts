/** Letters to insert, delete or exchange to make one word of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}

/** The known word nearest to a misspelt one, when it is near enough to be meant. Capitals do not count. */
function nearest(word: string, known: Iterable<string>): string | undefined {
  const typed = word.toLowerCase();
  const best = [...known]
    .map((one) => ({ one, far: distance(typed, one.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)[0];
  return best && best.far <= Math.min(3, Math.ceil(word.length / 2)) ? best.one : undefined;
}

/** The end of a message: `; did you mean "maxLength"?`, or nothing when no known word is near. */
export function meant(word: string, known: Iterable<string>): string {
  const best = nearest(word, known);
  return best === undefined ? '' : `; did you mean "${best}"?`;
}
