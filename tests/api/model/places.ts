import { holds, spanOf, type Car, type Desk, type Order, type Place, type Span } from './desk.ts';

/** What has a place or a car, from when to when. */
interface Hold extends Pick<Order, 'car' | 'from' | 'to'> {
  readonly since: number;
  readonly until: number;
}

const holdOf = (desk: Desk, order: Order): Hold => {
  // A car that was changed for another leaves from where that one stood.
  const at = order.status === 2 && order.changed === true && desk.cars.find(({ id }) => id === order.car)?.at;
  const { from, to } = spanOf(order, desk.now);
  return { car: order.car, from: at || order.from, to: order.to, since: from, until: to };
};

/** Where a car belongs at a moment: where its last order has brought it, or begins. */
function belongs({ id, at }: Car, holds: readonly Hold[], moment: number): Place {
  let place = at;
  for (const hold of holds.filter(({ car }) => car === id).toSorted((a, b) => a.since - b.since)) {
    if (hold.since <= moment) place = hold.from;
    if (hold.until <= moment) place = hold.to;
  }
  return place;
}

/** Cars of the store that nobody has at the moment; below zero where more was promised (D-AVAIL-02). */
function leftAt({ cars }: Desk, holds: readonly Hold[], place: Place, moment: number): number {
  const has = (hold: Hold): boolean => hold.since <= moment && moment < hold.until;
  const plated = cars.filter(
    (car) => belongs(car, holds, moment) === place && !holds.some((hold) => hold.car === car.id && has(hold)),
  ).length;
  const waiting = holds.filter(({ car }) => car === null);
  const come = waiting.filter(({ from, to, until }) => to === place && from !== place && until <= moment);
  const gone = waiting.filter((hold) => hold.from === place && (hold.to === place ? has(hold) : hold.since <= moment));
  return plated + come.length - gone.length;
}

/** May this be promised? No moment has fewer cars than none and fewer than before, at the store it leaves from or at one of these. */
export function fits(
  desk: Desk,
  trip: Span,
  own: Order | null,
  as: Pick<Order, 'car' | 'from' | 'to'> = own!,
  places: readonly Place[] = [as.from],
): boolean {
  const held = desk.orders.filter((other) => holds(other, desk.now));
  const before = held.map((order) => holdOf(desk, order));
  const after = [
    ...held.filter((other) => other !== own).map((order) => holdOf(desk, order)),
    { car: as.car, from: as.from, to: as.to, since: trip.from, until: trip.to },
  ];
  const moments = [...before, ...after].flatMap(({ since, until }) => [since, until]);
  return [desk.now, ...moments.filter((moment) => moment > desk.now)].every((moment) =>
    places.every((place) => leftAt(desk, after, place, moment) >= Math.min(0, leftAt(desk, before, place, moment))),
  );
}

/** Does the car stand at the store then, by what its other orders do with it? */
export const standsAt = (desk: Desk, own: Order | null, carId: number, place: Place, moment: number): boolean => {
  const others = desk.orders.filter((other) => other !== own && other.car === carId && holds(other, desk.now));
  const last = others.filter(({ returned }) => returned <= moment).toSorted((a, b) => b.returned - a.returned)[0];
  return (last?.to ?? desk.cars.find(({ id }) => id === carId)!.at) === place;
};
