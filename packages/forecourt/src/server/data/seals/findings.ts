/** What does not fit, in a sentence for the operator. */
export interface Finding {
  /** A row (`changed`, `missing`, `inserted`, `late`), a link of the chain, or a head that was kept. */
  readonly what: 'changed' | 'missing' | 'inserted' | 'late' | 'seal' | 'head';
  readonly log?: string;
  readonly id?: number;
  readonly text: string;
}

/** So many are listed; the others are counted. */
const LISTED = 20;

/** Findings in the order of the chain. */
export class Findings {
  readonly first: Finding[] = [];
  count = 0;

  add(finding: Finding): void {
    this.count++;
    if (this.first.length < LISTED) this.first.push(finding);
  }

  row(what: 'changed' | 'missing' | 'inserted' | 'late', log: string, id: number, time: string | null): void {
    const said = {
      changed: 'was changed after it was sealed',
      missing: 'was sealed and is gone',
      inserted: 'has no seal, although later rows have one: it was inserted, or numbered by hand',
      late: 'was written after rows with later times were sealed',
    }[what];
    this.add({ what, log, id, text: `${log}: the row with id ${id} (${time ?? 'no time'}) ${said}.` });
  }
}
