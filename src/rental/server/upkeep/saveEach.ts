import { Refusal } from 'forecourt/server';
import type { RentalContext } from '../database.ts';
import { reasonOf } from '../problems.ts';

interface Refused {
  readonly carId: number;
  readonly error: Refusal;
}

/** "1กก 1234, 2กก 5678: …; 3กก 9999: …": the plates that each reason is about; a car that the actor does not see has none. */
async function refusalOfAll(refused: readonly Refused[], context: RentalContext): Promise<Refusal> {
  const ids = refused.map(({ carId }) => carId);
  const seen = await context.list<{ id: number; plate: string }>('vehicle', { ids: ids.join(',') });
  const plates = new Map(seen.map(({ id, plate }) => [id, plate]));
  const byReason = new Map<string, string[]>();
  for (const { carId, error } of refused) {
    const reason = reasonOf(error, context);
    byReason.set(reason, [...(byReason.get(reason) ?? []), plates.get(carId) ?? `#${carId}`]);
  }
  const reason = [...byReason].map(([text, cars]) => `${cars.join(', ')}: ${text}`).join('; ');
  return new Refusal('msg.operation.failed', { params: { reason }, fields: refused[0]!.error.fields });
}

/**
 * The same entry for each of these cars, by id, so that two of them at once wait for each other; all of them or none. What is wrong with every car
 * is said once, at its field; what is wrong with some is said with their plates.
 */
export async function saveEach(
  context: RentalContext,
  resource: 'insurance' | 'annualInspection',
  ids: readonly number[],
  values: Readonly<Record<string, unknown>>,
): Promise<{ count: number }> {
  const cars = [...new Set(ids)].toSorted((a, b) => a - b);
  const refused: Refused[] = [];
  for (const carId of cars)
    try {
      await context.save(resource, { ...values, carId });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ carId, error });
    }
  if (refused.length === 0) return { count: cars.length };
  const reasons = new Set(refused.map(({ error }) => reasonOf(error, context)));
  if (refused.length === cars.length && reasons.size === 1) throw refused[0]!.error;
  throw await refusalOfAll(refused, context);
}
