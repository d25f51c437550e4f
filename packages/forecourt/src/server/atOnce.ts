/**
 * Waits until all of them are over, and only then throws what the first of them failed with: nothing of them goes on in a transaction that is taken back.
 * What is asked at once in a transaction is sent together, and done by the database in the order in which it was asked.
 */
export async function atOnce<T extends readonly unknown[]>(
  ...all: { readonly [At in keyof T]: Promise<T[At]> }
): Promise<T> {
  const failures: unknown[] = [];
  for (const one of all) one.catch((error: unknown) => failures.push(error));
  const ended = await Promise.allSettled(all);
  if (failures.length > 0) throw failures[0];
  return ended.map((one) => (one as PromiseFulfilledResult<unknown>).value) as unknown as T;
}
