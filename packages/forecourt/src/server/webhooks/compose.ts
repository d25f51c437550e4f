/** A delivery that was taken up. */
export interface Claimed {
  readonly id: number;
  readonly webhookId: number;
  readonly type: string;
  readonly recordId: number | null;
  readonly event: string | null;
  readonly entered: string | null;
  readonly changeId: number | null;
  readonly changeTime: Date | null;
  readonly tries: number;
  readonly key: string;
}

/** A record with more than so many bytes is left out, and that is said: whoever wants it can ask for it. */
const LARGEST = 100_000;

/** The body of a message: `record` where fields are asked for, and it is still there. */
export function compose(delivery: Claimed, now: number, record?: Readonly<Record<string, unknown>>): string {
  const { type, recordId, event, entered, changeTime } = delivery;
  const write = (more: object): string =>
    JSON.stringify({
      type,
      timestamp: (changeTime ?? new Date(now)).toISOString(),
      data: {
        ...(recordId !== null && { id: recordId }),
        ...(event !== null && { event }),
        ...(entered !== null && { state: entered }),
        ...more,
      },
    });
  const body = write(record ? { record } : {});
  return Buffer.byteLength(body) <= LARGEST ? body : write({ omitted: true });
}
